import { z } from 'zod'
import type { SecondFactor } from '../../identity/sign-in/second-factor.ts'

type Kinds = readonly SecondFactor['kind'][]

const state = z.enum(['ENABLED', 'DISABLED', 'MANDATORY'])

/** Which second factors there are, in the vendor's words. */
export const factorConfigRequest = z.object({
  state: state.optional(),
  enabledProviders: z.array(z.literal('PHONE_SMS')).optional(),
  providerConfigs: z
    .array(
      z.object({
        state: state.optional(),
        totpProviderConfig: z.object({ adjacentIntervals: z.number().int().optional() }).optional(),
      }),
    )
    .optional(),
})

/** What is not named stays; text messages count with `state` `ENABLED` alone, as with the vendor. */
export function secondFactorsOf(request: z.infer<typeof factorConfigRequest>, current: Kinds): Kinds {
  const { enabledProviders, providerConfigs } = request
  const hasPhone =
    request.state === 'DISABLED' ? false : (enabledProviders?.includes('PHONE_SMS') ?? current.includes('phone'))
  const totp = providerConfigs?.find((config) => config.totpProviderConfig !== undefined)
  const hasTotp = totp === undefined ? current.includes('totp') : totp.state !== 'DISABLED'
  return [...(hasPhone ? (['phone'] as const) : []), ...(hasTotp ? (['totp'] as const) : [])]
}

export function encodeFactorConfig(kinds: Kinds): Record<string, unknown> {
  const hasPhone = kinds.includes('phone')
  const totpState = kinds.includes('totp') ? 'ENABLED' : 'DISABLED'
  return {
    state: hasPhone ? 'ENABLED' : 'DISABLED',
    enabledProviders: hasPhone ? ['PHONE_SMS'] : [],
    providerConfigs: [{ state: totpState, totpProviderConfig: { adjacentIntervals: 1 } }],
  }
}
