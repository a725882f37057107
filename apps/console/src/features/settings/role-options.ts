import type { OperatorRole } from '../../backend/api/operator-session.ts'
import { membersTexts } from '../../texts/en/members.ts'
import type { SelectOption } from '../../ui/select.tsx'

const roles: readonly OperatorRole[] = ['viewer', 'editor', 'owner']

/** The roles of a project, the one that may least first. */
export const roleOptions: readonly SelectOption<OperatorRole>[] = roles.map((id) => ({
  id,
  label: membersTexts.roles[id],
  description: membersTexts.roleHelp[id],
}))
