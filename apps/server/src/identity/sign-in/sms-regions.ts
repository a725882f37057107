import { identityError } from '../identity-error.ts'

/** Which regions text messages go to: all but `regions`, or those alone. Codes of two letters (ISO 3166-1, as CLDR has them). */
export interface SmsRegions {
  readonly allowsByDefault: boolean
  readonly regions: readonly string[]
}

export const everySmsRegion: SmsRegions = { allowsByDefault: true, regions: [] }

/** The vendor's own sentence, which apps look for behind the code. */
const REFUSAL = 'SMS unable to be sent until this region enabled by the app developer'

/**
 * Throws `OPERATION_NOT_ALLOWED` for a number that belongs to a region that gets no messages. A number whose prefix tells several regions
 * (`+1`), and whose digits none of them has given out, has to be allowed for each of them; one of no region (satellite phones) is what the
 * policy lets by default.
 */
export async function assertSmsRegion({ allowsByDefault, regions }: SmsRegions, phoneNumber: string): Promise<void> {
  if (allowsByDefault && regions.length === 0) return
  const candidates = await regionsOf(phoneNumber)
  const isAllowed = allowsByDefault
    ? !candidates.some((region) => regions.includes(region))
    : candidates.length > 0 && candidates.every((region) => regions.includes(region))
  if (!isAllowed) throw identityError('OPERATION_NOT_ALLOWED', REFUSAL)
}

async function regionsOf(phoneNumber: string): Promise<readonly string[]> {
  // 140 kB of what the regions have given out: only projects with a policy need it.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const parsed = parsePhoneNumberFromString(phoneNumber)
  return parsed?.country === undefined ? (parsed?.getPossibleCountries() ?? []) : [parsed.country]
}
