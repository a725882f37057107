/** By the role; a newer server may have others. */
type RoleNames = Readonly<Record<string, string> & Record<'owner' | 'editor' | 'viewer', string>>

export const englishRoles: RoleNames = { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' }

export const germanRoles: RoleNames = { owner: 'Eigentümer', editor: 'Bearbeiter', viewer: 'Betrachter' }
