/** Where providers send browsers back to, and the one address to register with them. */
export const callbackPath = '/__/auth/callback'
