/** Ways to sign in, by the id of the provider; others are shown as they are. In the order in which people are offered them. */
type SignInWays = Readonly<Record<string, string>>

const brands: SignInWays = {
  'google.com': 'Google',
  'apple.com': 'Apple',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'microsoft.com': 'Microsoft',
  'twitter.com': 'X',
  'yahoo.com': 'Yahoo',
}

export const englishWays: SignInWays = {
  password: 'password',
  anonymous: 'anonymous',
  phone: 'phone',
  passkey: 'passkey',
  custom: 'custom token',
  ...brands,
}

export const germanWays: SignInWays = {
  password: 'Passwort',
  anonymous: 'anonym',
  phone: 'Telefon',
  passkey: 'Passkey',
  custom: 'eigenes Token',
  ...brands,
}
