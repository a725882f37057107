import * as z from 'zod/mini'

/** Of a member of a project; each may what those before may. */
export const role = z.enum(['viewer', 'editor', 'owner'])
export type Role = z.infer<typeof role>
