// launch: kernel=k grid=1 block=1 n=-5
// expect: printed "-5|   -5|-5   |-0005|+7|4294967291|ff|FF|0x1f|17\n"
// expect: printed "1.500000|1.50|     2|1.000000e+03|0.0001|x| %|abc\n"
// expect: printed "123456789012|18446744073709551615|-1|65|007\n"
__global__ void k(int n) {
  printf("%d|%5d|%-5d|%05d|%+d|%u|%x|%X|%#x|%o\n", n, n, n, n, 7, n, 255, 255, 31, 15);
  printf("%f|%.2f|%6.0f|%e|%g|%c| %%|%s\n", 1.5f, 1.5, 2.0, 1000.0, 0.0001, 'x', "abc");
  printf("%lld|%llu|%ld|%d|%03d\n", 123456789012ll, ~0ull, -1l, 'A', 7);
}
