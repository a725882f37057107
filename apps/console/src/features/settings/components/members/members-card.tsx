import { doc } from 'firebase/firestore'
import { LogOut, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { OperatorRole } from '../../../../backend/api/operator-session.ts'
import { messageOf } from '../../../../backend/errors/reaction.ts'
import { firestoreOf } from '../../../../backend/sdk/firestore.ts'
import { dataOf } from '../../../../backend/live/live-state.ts'
import { useDocument } from '../../../../backend/live/listeners.ts'
import { MemberFace } from '../../../../shared/people/user-face.tsx'
import { useMembers } from '../../../../shared/project-queries.ts'
import { useConsoleApp } from '../../../../session/console-app-context.tsx'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn, type RecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { useSignedIn, useSession, useOwnsServer } from '../../../../session/session-context.tsx'
import { membersTexts } from '../../../../texts/en/members.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DataTable, type Column } from '../../../../ui/data-table.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { Select } from '../../../../ui/select.tsx'
import { toast } from '../../../../ui/toast.ts'
import { roleOptions } from './invite-dialog.tsx'
import { type Member, nameOf } from '../../../../backend/api/members.ts'
import { changeRole, leaveProject, removeMember } from '../../queries/team.ts'
import { useNavigate } from '@tanstack/react-router'
import { setLastProject } from '../../../../browser/preferences.ts'
import { uiTexts } from '../../../../texts/en/ui.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'

/** The project's members with their roles, as they are now; owners change them. */
export function MembersCard() {
  const project = useProject()
  const { app } = useConsoleApp()
  const ownUid = useSignedIn()?.account.uid
  const signIn = useRecentSignIn()
  const [going, setGoing] = useState<Member>()
  const [problem, setProblem] = useState('')
  const members = useMembersNow()
  const isOwner = project.role === 'owner'

  const change = async (member: Member, role: OperatorRole) => {
    setProblem('')
    try {
      if (
        !(await signIn.run(() => changeRole(app, project.id, member.uid, role), {
          act: membersTexts.roleOf(nameOf(member)),
        }))
      )
        return
      toast(membersTexts.roleChanged(nameOf(member), role))
    } catch (thrown) {
      setProblem(messageOf(thrown))
    }
    void members.refetch()
  }

  return (
    <Card title={membersTexts.members} description={membersTexts.membersText} isFlush>
      {problem !== '' && (
        <div className="p-4">
          <Notice tone="danger" isAnnounced>
            {problem}
          </Notice>
        </div>
      )}
      <QueryContent query={members} failed={membersTexts.membersFailed} rows={2}>
        {(listed) => (
          <DataTable
            label={membersTexts.membersList}
            hasCards
            columns={columnsFor({
              ownUid,
              isOwner,
              onChange: (member, role) => void change(member, role),
              onGo: setGoing,
            })}
            rows={listed}
            rowKey={({ uid }) => uid}
          />
        )}
      </QueryContent>
      {!isOwner && <p className="border-t border-line px-4 py-3 text-table text-ink-2">{membersTexts.ownersOnly}</p>}
      {going !== undefined &&
        (going.uid === ownUid ? (
          <LeaveDialog
            isOnlyOwner={isOwner && members.data?.filter(({ role }) => role === 'owner').length === 1}
            onClose={() => setGoing(undefined)}
          />
        ) : (
          <RemoveMemberDialog member={going} signIn={signIn} onClose={() => setGoing(undefined)} />
        ))}
      {signIn.dialog}
    </Card>
  )
}

/** Asked anew whenever the team in the project's document is another. */
function useMembersNow() {
  const project = useProject()
  const { app } = useConsoleApp()
  const team = dataOf(useDocument(doc(firestoreOf(app), 'projects', project.id)))
  return useMembers(JSON.stringify([team?.get('memberIds'), team?.get('roles')]))
}

interface ColumnOptions {
  readonly ownUid: string | undefined
  readonly isOwner: boolean
  readonly onChange: (member: Member, role: OperatorRole) => void
  readonly onGo: (member: Member) => void
}

function columnsFor({ ownUid, isOwner, onChange, onGo }: ColumnOptions): readonly Column<Member>[] {
  return [
    {
      id: 'member',
      title: membersTexts.member,
      cell: (member) => <MemberName member={member} isOwn={member.uid === ownUid} />,
    },
    {
      id: 'role',
      title: membersTexts.role,
      onCard: 'plain',
      cell: (member) =>
        isOwner && !member.isFounder ? (
          <Select
            label={membersTexts.roleOf(nameOf(member))}
            hasHiddenLabel
            size="small"
            options={roleOptions}
            value={member.role}
            onChange={(role) => {
              if (role !== member.role) onChange(member, role)
            }}
          />
        ) : (
          <span title={member.isFounder ? membersTexts.founder : undefined}>
            <Badge>{membersTexts.roles[member.role]}</Badge>
          </span>
        ),
    },
    {
      id: 'actions',
      title: membersTexts.actions,
      onCard: 'plain',
      cell: (member) =>
        member.uid === ownUid ? (
          <Button size="small" aria-label={membersTexts.leave} icon={<LogOut />} onPress={() => onGo(member)}>
            {membersTexts.leave}
          </Button>
        ) : isOwner && !member.isFounder ? (
          <Button
            size="small"
            aria-label={membersTexts.removeNamed(nameOf(member))}
            icon={<UserMinus />}
            onPress={() => onGo(member)}
          >
            {membersTexts.remove}
          </Button>
        ) : null,
    },
  ]
}

/** Asks before one leaves the project oneself; tells the only owner what comes first. */
function LeaveDialog({ isOnlyOwner, onClose }: { readonly isOnlyOwner: boolean; readonly onClose: () => void }) {
  const project = useProject()
  const session = useSession()
  const navigate = useNavigate()
  if (isOnlyOwner) {
    return (
      <Dialog isOpen role="alertdialog" onClose={onClose} title={membersTexts.leaveTitle(project.id)}>
        <p className="text-ink-2">{membersTexts.lastOwner}</p>
        <DialogActions>
          <Button variant="primary" autoFocus onPress={onClose}>
            {uiTexts.close}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={membersTexts.leaveTitle(project.id)}
      confirm={membersTexts.leaveConfirm}
      onConfirm={async () => {
        await leaveProject(project.id, await session.idToken())
        setLastProject(undefined)
        toast(membersTexts.left(project.id))
        await navigate({ to: '/projects' })
        return true
      }}
      onClose={onClose}
    >
      {membersTexts.leaveText}
    </ConfirmDialog>
  )
}

/** Whoever owns the server looks after the account itself, such as its sessions, in another project: the link says in which. */
function MemberName({ member, isOwn }: { readonly member: Member; readonly isOwn: boolean }) {
  const ownsServer = useOwnsServer()
  const name = nameOf(member)
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1.5">
      <MemberFace member={member} name={name} />
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-1.5">
          <bdi className="truncate font-medium">{name}</bdi>
          {isOwn && <Badge tone="accent">{membersTexts.you}</Badge>}
          {member.email === null && <Badge tone="attention">{membersTexts.accountGone}</Badge>}
          {member.isDisabled && <Badge tone="attention">{membersTexts.disabled}</Badge>}
        </span>
        {member.email !== null && (
          <span className="flex min-w-0 flex-wrap gap-x-2.5 text-small font-normal text-ink-2">
            {member.displayName !== null && <bdi className="min-w-0 truncate">{member.email}</bdi>}
            {ownsServer && (
              <TextLink
                to="/projects/$project/users/$uid"
                params={{ project: 'console', uid: member.uid }}
                aria-label={membersTexts.toAccountOf(name)}
              >
                {membersTexts.toAccount}
              </TextLink>
            )}
          </span>
        )}
      </span>
    </span>
  )
}

interface RemoveMemberDialogProps {
  readonly member: Member
  readonly signIn: RecentSignIn
  readonly onClose: () => void
}

/** Asks before somebody is taken out of the project. */
function RemoveMemberDialog({ member, signIn, onClose }: RemoveMemberDialogProps) {
  const project = useProject()
  const { app } = useConsoleApp()
  const name = nameOf(member)
  return (
    <ConfirmDialog
      title={membersTexts.removeTitle(name)}
      confirm={membersTexts.removeNamed(name)}
      onConfirm={async () => {
        if (!(await signIn.run(() => removeMember(app, project.id, member.uid)))) return false
        toast(membersTexts.removed(name))
        return true
      }}
      onClose={onClose}
    >
      {membersTexts.removeText}
    </ConfirmDialog>
  )
}
