/** A user leaves for the provider, and comes back within this time. */
export const flowLifeMs = 10 * 60 * 1000
