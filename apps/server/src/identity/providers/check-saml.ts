import { SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml'
import type { SamlCheck, SamlVerdict } from './verify-saml.ts'

/** What the library says of an answer. What signatures are checked by takes time that grows with the square of the elements. */
export async function checkSaml({ encoded, options, requestId, askedAt }: SamlCheck): Promise<SamlVerdict> {
  const config: SamlConfig = {
    ...options,
    validateInResponseTo: ValidateInResponseTo.always,
    // The flow remembers what was asked: there is one request, and its state works once.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (key) => (key === requestId ? askedAt : null),
      removeAsync: async () => null,
    },
  }
  try {
    const { profile } = await new SAML(config).validatePostResponseAsync({ SAMLResponse: encoded })
    return { assertion: profile?.getAssertion?.() as SamlVerdict['assertion'], attributes: profile?.['attributes'] }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
