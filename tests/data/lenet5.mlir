// LeNet-5 (LeCun et al., 1998) for 28x28 grey images, in the TOSA dialect, with
// a batch of unknown size. Two ops are wrong, one is doubtful: see what
// `shapels --check` says, and compare it with mlir-opt.
module @lenet5 {
  func.func @features(%image: tensor<?x28x28x1xf32>, %conv1: tensor<6x5x5x1xf32>, %bias1: tensor<6xf32>,
                      %conv2: tensor<16x5x5x6xf32>, %bias2: tensor<16xf32>) -> tensor<?x4x4x16xf32> {
    %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
    %flat = "tosa.const"() <{values = dense<0.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
    %0 = tosa.conv2d %image, %conv1, %bias1, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<?x28x28x1xf32>, tensor<6x5x5x1xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x24x24x6xf32>
    %1 = tosa.maximum %0, %flat : (tensor<?x24x24x6xf32>, tensor<1x1x1x1xf32>) -> tensor<?x24x24x6xf32>
    %2 = tosa.max_pool2d %1 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<?x24x24x6xf32>) -> tensor<?x12x12x6xf32>
    %3 = tosa.conv2d %2, %conv2, %bias2, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<?x12x12x6xf32>, tensor<16x5x5x6xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x8x8x16xf32>
    // The mask of the 6 channels before the second convolution is used behind it.
    %mask = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1x6xf32>}> : () -> tensor<1x1x1x6xf32>
    %4 = tosa.add %3, %mask : (tensor<?x8x8x16xf32>, tensor<1x1x1x6xf32>) -> tensor<?x8x8x16xf32>
    %5 = tosa.maximum %4, %flat : (tensor<?x8x8x16xf32>, tensor<1x1x1x1xf32>) -> tensor<?x8x8x16xf32>
    %6 = tosa.max_pool2d %5 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<?x8x8x16xf32>) -> tensor<?x4x4x16xf32>
    return %6 : tensor<?x4x4x16xf32>
  }

  func.func @classify(%features: tensor<?x4x4x16xf32>, %weights: tensor<256x10xf32>, %bias: tensor<1x10xf32>) -> tensor<?x10xf32> {
    %rows = tosa.const_shape {values = dense<[-1, 256]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.reshape %features, %rows : (tensor<?x4x4x16xf32>, !tosa.shape<2>) -> tensor<?x256xf32>
    %c0 = arith.constant 0 : index
    %batch = tensor.dim %0, %c0 : tensor<?x256xf32>
    %init = tensor.empty(%batch) : tensor<?x10xf32>
    %1 = linalg.matmul ins(%0, %weights : tensor<?x256xf32>, tensor<256x10xf32>) outs(%init : tensor<?x10xf32>) -> tensor<?x10xf32>
    // The result says that the batch is 32, which nothing else does.
    %2 = tosa.add %1, %bias : (tensor<?x10xf32>, tensor<1x10xf32>) -> tensor<32x10xf32>
    // And then it is gone.
    %3 = tosa.sub %2, %bias : (tensor<32x10xf32>, tensor<1x10xf32>) -> tensor<1x10xf32>
    %4 = tosa.add %1, %3 : (tensor<?x10xf32>, tensor<1x10xf32>) -> tensor<?x10xf32>
    return %4 : tensor<?x10xf32>
  }
}
