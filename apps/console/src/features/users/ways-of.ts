import type { ProjectUser } from '../../shared/people/project-user.ts'
import { usersTexts } from '../../texts/en/users.ts'

/** The providers that a user signs in by; `anonymous` where there is nothing else. Empty for who has an address and no way yet. */
export function waysOf({
  email,
  phoneNumber,
  customAuth,
  providerUserInfo = [],
  passkeyInfo = [],
}: ProjectUser): readonly string[] {
  const ways = providerUserInfo.map(({ providerId }) => providerId)
  if (customAuth === true) ways.push('custom')
  if (passkeyInfo.length > 0) ways.push('passkey')
  if (ways.length > 0) return ways
  return email === undefined && phoneNumber === undefined ? ['anonymous'] : []
}

export function nameOfWay(way: string): string {
  return usersTexts.ways[way] ?? way
}
