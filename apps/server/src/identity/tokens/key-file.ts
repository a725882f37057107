import type { NewServiceKey } from './service-keys.ts'

/** Where key files say that access tokens are. */
export const TOKEN_PATH = '/token'
/** In front of the address of a key. */
export const CERTIFICATE_PATH = '/robot/v1/metadata/x509'

/**
 * The file of a service key with every member that the vendor's loaders look for (`google-auth-library` for Node, `google-auth` for Python, Go, Java), each of which leads to
 * this server. `origin` is what clients reach it by.
 */
export function keyFileOf(project: string, key: NewServiceKey, origin: string) {
  return {
    type: 'service_account' as const,
    project_id: project,
    private_key_id: key.id,
    private_key: key.privateKeyPem,
    client_email: key.clientEmail,
    client_id: key.id,
    // Of people, whom no program sends there.
    auth_uri: `${origin}/`,
    token_uri: origin + TOKEN_PATH,
    auth_provider_x509_cert_url: `${origin}${CERTIFICATE_PATH}/securetoken@system.gserviceaccount.com`,
    client_x509_cert_url: `${origin}${CERTIFICATE_PATH}/${encodeURIComponent(key.clientEmail)}`,
    // With another one the libraries sign for themselves and ask for no token, or look for hosts of that name.
    universe_domain: 'googleapis.com',
  }
}
