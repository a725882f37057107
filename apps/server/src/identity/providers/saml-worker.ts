import { parentPort, workerData } from 'node:worker_threads'
import { SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml'
import type { SamlCheck, SamlVerdict } from './verify-saml.ts'

/** Runs in a thread of its own: what signatures are checked by takes time that grows with the square of the elements. */
const { encoded, options, requestId, askedAt } = workerData as SamlCheck
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

async function verdictOf(): Promise<SamlVerdict> {
  try {
    const { profile } = await new SAML(config).validatePostResponseAsync({ SAMLResponse: encoded })
    return { assertion: profile?.getAssertion?.() as SamlVerdict['assertion'], attributes: profile?.['attributes'] }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.postMessage(await verdictOf())
