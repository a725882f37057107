const INT_MIN = -(2n ** 63n)
const INT_MAX = 2n ** 63n - 1n

export function isInt64(value: bigint): boolean {
  return value >= INT_MIN && value <= INT_MAX
}

/** `1` is `1.0`, and what is below 0.001 or from ten million on is written with an exponent, as Java's Double does. */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const size = Math.abs(value)
  if (size >= 1e-3 && size < 1e7) {
    const text = String(value)
    return text.includes('.') ? text : `${text}.0`
  }
  const [mantissa = '', exponent = ''] = value.toExponential().split('e')
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`
}

/** Half goes up: 2.5 is 3, -2.5 is -2. */
export function roundHalfUp(value: number): number {
  const floor = Math.floor(value)
  return value - floor >= 0.5 ? floor + 1 : floor
}
