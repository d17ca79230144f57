interface Decimal {
  readonly negative: boolean;
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  /** The value is 0.digits × 10^power. */
  readonly power: bigint;
}

/** No service computes with exponents this long; past it two numbers are the same only as written. */
const maxExponentLength = 1000;

/** Whether two JSON numbers have the same exact value, without ever writing out a power of ten. */
export function sameDecimal(a: string, b: string): boolean {
  if (a === b) return true;
  const [x, y] = [parseDecimal(a), parseDecimal(b)];
  if (!x || !y || x.digits !== y.digits) return false;
  return x.digits === '' || (x.negative === y.negative && x.power === y.power);
}

function parseDecimal(number: string): Decimal | undefined {
  const [mantissa = '', exponent = '0'] = number.split(/e/i);
  if (exponent.length > maxExponentLength) return undefined;
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.slice(negative ? 1 : 0).split('.');
  const all = whole + fraction;
  let start = 0;
  let end = all.length;
  while (all[start] === '0') start += 1;
  while (end > start && all[end - 1] === '0') end -= 1;
  return { negative, digits: all.slice(start, end), power: BigInt(exponent) + BigInt(whole.length - start) };
}
