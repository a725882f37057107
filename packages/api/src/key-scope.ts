/** What a service key may only where an owner said so. */
export const keyScopes = ['backups', 'keys', 'project', 'sign-in', 'webhooks'] as const
export type KeyScope = (typeof keyScopes)[number]
