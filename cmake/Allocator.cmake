# What MLIR does is to allocate, more than anything else: with tcmalloc a long
# function opens in four fifths of the time. Programs link it, libraries leave
# the choice to theirs. Sanitizers, of a debug build, have their own.
# The archive first: it makes the program one file.
find_library(SHAPELS_TCMALLOC
  NAMES libtcmalloc_minimal.a tcmalloc_minimal libtcmalloc_minimal.so.4)
if(NOT SHAPELS_TCMALLOC)
  message(STATUS "No tcmalloc: the C library allocates, which is slower")
endif()

# shapels_use_allocator(PROGRAM)
function(shapels_use_allocator program)
  if(SHAPELS_TCMALLOC)
    target_link_libraries(${program} PRIVATE
      $<$<NOT:$<CONFIG:Debug>>:${SHAPELS_TCMALLOC}>)
  endif()
endfunction()
