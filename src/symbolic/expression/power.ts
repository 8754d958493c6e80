/**
 * `x^y`. Small integer powers by multiplication: exact where `**` may not be, and faster; generated code does the same.
 */
export function power(x: number, y: number): number {
  switch (y) {
    case 1:
      return x
    case 2:
      return x * x
    case 3:
      return x * x * x
    case 4:
      return x * x * (x * x)
    default:
      return x ** y
  }
}
