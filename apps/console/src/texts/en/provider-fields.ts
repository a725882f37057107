import { inLanguage } from '../in-language.ts'

/** By the kind of a provider. */
type ProviderTexts = Readonly<Record<string, string>>

const kinds: ProviderTexts = { 'oidc.': 'OpenID Connect', 'oauth.': 'OAuth 2.0', 'saml.': 'SAML 2.0' }

const addTitleOf: ProviderTexts = {
  'oidc.': 'Add an OpenID Connect provider',
  'oauth.': 'Add an OAuth 2.0 provider',
  'saml.': 'Add a SAML provider',
}

const fields = {
  id: 'Id',
  displayName: 'Name',
  issuer: 'Issuer',
  idpEntityId: 'Entity id of the provider',
  ssoUrl: 'Sign-in address (SSO URL)',
  certificates: 'Certificates',
  spEntityId: 'Entity id of this project',
  clientId: 'Client id',
  clientSecret: 'Client secret',
  teamId: 'Team id',
  keyId: 'Key id',
  privateKey: 'Private key',
  otherIds: 'Other client ids',
  authorizationEndpoint: 'Authorization endpoint',
  tokenEndpoint: 'Token endpoint',
  userInfoEndpoint: 'User info endpoint',
}

type Field = keyof typeof fields
type OfKind = Readonly<Record<string, Readonly<Partial<Record<Field, string>>>>>

/** As the provider's own pages call them. */
const fieldOf: OfKind = {
  'apple.com': { clientId: 'Services id', otherIds: 'Bundle ids' },
  'facebook.com': { clientId: 'App id', clientSecret: 'App secret' },
  'microsoft.com': { clientId: 'Application (client) id' },
}

const helps: Readonly<Record<Field, string>> = {
  id: '',
  displayName: 'What the button says: “Continue with …”.',
  issuer: 'Where the provider describes itself, such as https://login.example.com.',
  idpEntityId: 'What it calls itself in its metadata.',
  ssoUrl: 'Where people are sent to sign in (HTTP-Redirect).',
  certificates: 'What the provider signs with, in PEM. Two while it changes keys.',
  spEntityId: 'Enter it at the provider as audience.',
  clientId: 'What the provider calls this project.',
  clientSecret: '',
  teamId: 'Ten characters, at the top right of your developer account.',
  keyId: 'Ten characters, of a key with “Sign in with Apple”.',
  privateKey: 'The content of the .p8 file. The server signs each request with it; never shown again.',
  otherIds: 'Of your apps for phones, one on each line. Whoever runs one of these apps can sign in here as its users.',
  authorizationEndpoint: 'Where people sign in.',
  tokenEndpoint: 'Where codes are exchanged.',
  userInfoEndpoint: 'Who has the access token: sub or id, email, name, picture.',
}

const helpOf: OfKind = {
  'apple.com': { clientId: 'Identifiers → Services IDs, such as com.example.web.' },
  'github.com': {
    authorizationEndpoint: 'Of GitHub Enterprise: https://HOST/login/oauth/authorize. Empty for the public one.',
    tokenEndpoint: 'https://HOST/login/oauth/access_token',
    userInfoEndpoint: 'https://HOST/api/v3/user',
  },
  'microsoft.com': {
    authorizationEndpoint: 'One directory alone: its id in place of “common”. Empty for all accounts.',
    tokenEndpoint: 'https://login.microsoftonline.com/DIRECTORY/oauth2/v2.0/token',
  },
}

const whereOf: ProviderTexts = {
  'google.com': 'Google Cloud console → Credentials → OAuth client → Authorised redirect URIs:',
  'apple.com': 'Apple Developer → Services IDs → Sign in with Apple → Return URLs:',
  'facebook.com': 'Meta for Developers → Facebook Login → Valid OAuth Redirect URIs:',
  'github.com': 'GitHub → Developer settings → OAuth Apps → Authorization callback URL:',
  'microsoft.com': 'Entra admin centre → App registrations → Authentication → Web → Redirect URIs:',
  'twitter.com': 'X developer portal → User authentication settings → Callback URI:',
  'yahoo.com': 'Yahoo Developer Network → your app → Redirect URI(s):',
  'oidc.': 'Enter at the provider, as redirect address:',
  'oauth.': 'Enter at the provider, as redirect address:',
  'saml.': 'Enter at the provider, as assertion consumer service (ACS URL):',
}

/** What the server refuses in a field, by what is wrong there for the most part. */
const refused: Readonly<Partial<Record<Field, string>>> = {
  teamId: 'Ten capital letters and digits.',
  keyId: 'Ten capital letters and digits.',
  privateKey: 'This is not the content of a .p8 file of Apple. Paste all of it, with its first and its last line.',
  certificates: 'Not each of these is an X.509 certificate of an RSA key in PEM.',
}

const problems = {
  missing: (field: string) => `${field}: nothing is there yet.`,
  id: (_field: string, prefix: string) =>
    `It looks like ${prefix}acme: small letters, digits and “-” after “${prefix}”.`,
  address: () => 'An https address, without a hash; an issuer has no question mark either.',
  list: () => 'At most 50 client ids, of up to 2,048 characters.',
}

/** Texts of the form of a provider. */
export const providerFieldsTexts = inLanguage('provider-fields', {
  kinds,
  addTitleOf,
  fields,
  fieldOf,
  helps,
  helpOf,
  whereOf,
  problems,
  refused,
  refusedAnyhow: 'The server doesn’t take this.',
  openIdInstead:
    'For providers that speak OAuth 2.0 alone. One with an issuer speaks OpenID Connect: add it as that, which needs less and tells more.',
})
