import { z } from 'zod'
import { everySmsRegion, type SmsRegions } from '../../identity/sign-in/sms-regions.ts'

const regions = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .max(300)
  .default([])

/** `SmsRegionConfig` of the vendor's configuration: one of the two, or none for all regions. */
export const smsRegionRequest = z
  .strictObject({
    allowByDefault: z.strictObject({ disallowedRegions: regions }).optional(),
    allowlistOnly: z.strictObject({ allowedRegions: regions }).optional(),
  })
  .refine((config) => config.allowByDefault === undefined || config.allowlistOnly === undefined, {
    error: 'regions are allowed by default or by a list, not both',
  })

export function smsRegionsOf({ allowByDefault, allowlistOnly }: z.infer<typeof smsRegionRequest>): SmsRegions {
  if (allowlistOnly !== undefined) return { allowsByDefault: false, regions: allowlistOnly.allowedRegions }
  if (allowByDefault !== undefined) return { allowsByDefault: true, regions: allowByDefault.disallowedRegions }
  return everySmsRegion
}

export function encodeSmsRegions({ allowsByDefault, regions: named }: SmsRegions): z.input<typeof smsRegionRequest> {
  return allowsByDefault
    ? { allowByDefault: { disallowedRegions: [...named] } }
    : { allowlistOnly: { allowedRegions: [...named] } }
}
