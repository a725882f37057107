/** A user leaves for the provider, and comes back within this time. */
export const FLOW_LIFE_MS = 10 * 60 * 1000
