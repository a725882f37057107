import { isInt64, roundHalfUp } from '../../values/numbers.ts'
import { int } from '../operators.ts'
import { type Form, form } from '../signature.ts'

const INT_MAX = 2n ** 63n - 1n

export const mathFunctions: Readonly<Record<string, readonly Form[]>> = {
  abs: [
    form(['int'], ([value]) => int((value as bigint) < 0n ? -(value as bigint) : (value as bigint))),
    form(['float'], ([value]) => Math.abs(value as number)),
  ],
  ceil: ofNumber(Math.ceil),
  floor: ofNumber(Math.floor),
  sqrt: ofNumber(Math.sqrt),
  round: [
    form(['int'], ([value = null]) => value),
    // NaN is nothing, and what is too large is the largest there is.
    form(['float'], ([value]) => {
      const rounded = roundHalfUp(value as number)
      if (Number.isNaN(rounded)) return 0n
      if (!Number.isFinite(rounded)) return rounded > 0 ? INT_MAX : -INT_MAX - 1n
      const whole = BigInt(rounded)
      return isInt64(whole) ? whole : rounded > 0 ? INT_MAX : -INT_MAX - 1n
    }),
  ],
  pow: (['int', 'float'] as const).flatMap((base) =>
    (['int', 'float'] as const).map((exponent) =>
      form([base, exponent], ([left, right]) => Number(left) ** Number(right)),
    ),
  ),
  isNaN: [form(['int'], () => false), form(['float'], ([value]) => Number.isNaN(value))],
}

/** Takes an int too and always gives a float. */
function ofNumber(apply: (value: number) => number): readonly Form[] {
  return (['int', 'float'] as const).map((type) => form([type], ([value]) => apply(Number(value))))
}
