import { isEndpoint, providerFields, type ProviderField, type ProviderKind } from './provider-kinds.ts'

const path = '/__/auth/callback'

/**
 * Where a provider sends browsers back to, and what is registered with it. One whose addresses the owner has named, and a client without a
 * secret, has an address of the project's own (docs/decisions/0109-redirect-addresses-of-projects.md).
 */
export function redirectAddress(
  { protocol, name }: ProviderKind,
  values: Readonly<Record<ProviderField, string>>,
  of: { readonly origin: string; readonly project: string; readonly isPublicClient: boolean },
): string {
  const hasOwnServer = providerFields.some((field) => isEndpoint(field) && values[field].trim() !== '')
  const isPublic = of.isPublicClient && values.clientSecret === ''
  const isOfProject = protocol !== 'saml' && (name === undefined || hasOwnServer || isPublic)
  return `${of.origin}${path}${isOfProject ? `/${of.project}` : ''}`
}
