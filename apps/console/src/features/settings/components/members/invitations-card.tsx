import { collection, orderBy, query } from 'firebase/firestore'
import { MailPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../../backend/errors/reaction.ts'
import { firestoreOf } from '../../../../backend/sdk/firestore.ts'
import { dataOf } from '../../../../backend/live/live-state.ts'
import { useLiveQuery } from '../../../../backend/live/listeners.ts'
import { useConsoleApp } from '../../../../session/console-app-context.tsx'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { useSession } from '../../../../session/session-context.tsx'
import { membersTexts } from '../../../../texts/en/members.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DataTable, type Column } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { formatDateTime, formatRelative } from '../../../../texts/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useActInAddress } from '../../../../ui/use-act-in-address.ts'
import { useNow } from '../../../../ui/use-now.ts'
import {
  invitationOf,
  mailInvitation,
  makeInvitationLink,
  revokeInvitation,
  sendsMails,
  type Invitation,
} from '../../queries/team.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { CodeBlock } from '../../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx'

interface MadeLink {
  readonly email: string
  readonly link: string
}

/** The invitations that nobody accepted yet, live; owners make and revoke them. */
export function InvitationsCard() {
  const project = useProject()
  const session = useSession()
  const { app, settings } = useConsoleApp()
  const signIn = useRecentSignIn()
  const [isInviting, setInviting] = useState(false)
  const [made, setMade] = useState<MadeLink>()
  const [problem, setProblem] = useState('')
  const live = useLiveQuery(
    query(collection(firestoreOf(app), 'projects', project.id, 'invitations'), orderBy('createdAt')),
  )
  const open = dataOf(live)
    ?.docs.map(invitationOf)
    .filter((invitation): invitation is Invitation => invitation !== undefined && !invitation.isAccepted)
  const isOwner = project.role === 'owner'
  useActInAddress('invite', () => setInviting(true), isOwner)

  const attempt = (action: () => Promise<void>) => {
    setProblem('')
    action().catch((thrown: unknown) => setProblem(messageOf(thrown)))
  }
  const showLink = (id: string, email: string) =>
    attempt(async () => {
      await signIn.run(
        async () => {
          setMade({ email, link: await makeInvitationLink(project.id, id, await session.idToken()) })
        },
        { act: membersTexts.newLinkFor(email) },
      )
    })

  const mail = (id: string, email: string) =>
    attempt(async () => {
      await signIn.run(
        async () => {
          await mailInvitation(project.id, id, await session.idToken())
          toast(membersTexts.mailed(email))
        },
        { act: membersTexts.mailAgainTo(email) },
      )
    })

  const inviteButton = isOwner ? (
    <Button icon={<Plus />} onPress={() => setInviting(true)}>
      {membersTexts.invite}
    </Button>
  ) : undefined
  return (
    <Card
      title={membersTexts.invitations}
      description={membersTexts.invitationsText}
      {...(open?.length !== 0 && inviteButton !== undefined && { aside: inviteButton })}
      isFlush
    >
      {problem !== '' && (
        <div className="p-4">
          <Notice tone="danger" isAnnounced>
            {problem}
          </Notice>
        </div>
      )}
      {live.status === 'failed' || live.status === 'denied' ? (
        <ErrorState title={membersTexts.invitationsFailed} onRetry={live.retry}>
          {live.status === 'denied' ? membersTexts.invitationsDenied : messageOf(live.error)}
        </ErrorState>
      ) : open === undefined ? (
        <Skeleton rows={1} />
      ) : open.length === 0 ? (
        <EmptyState icon={<MailPlus />} title={membersTexts.noInvitations} action={inviteButton}>
          {isOwner ? membersTexts.noInvitationsText : membersTexts.ownersOnly}
        </EmptyState>
      ) : (
        <DataTable
          label={membersTexts.invitationsList}
          hasCards
          columns={columnsFor({
            isOwner,
            ...(sendsMails(settings) && { onMail: ({ id, email }: Invitation) => mail(id, email) }),
            onLink: ({ id, email }) => showLink(id, email),
            onRevoke: ({ id, email }) =>
              attempt(async () => {
                await revokeInvitation(app, project.id, id)
                toast(membersTexts.revoked(email))
              }),
          })}
          rows={open}
          rowKey={({ id }) => id}
        />
      )}
      {isInviting && (
        <InviteDialog
          signIn={signIn}
          onInvited={(email, link) => {
            setInviting(false)
            if (link === undefined) toast(membersTexts.mailed(email))
            else setMade({ email, link })
          }}
          onClose={() => setInviting(false)}
        />
      )}
      {made !== undefined && <InvitationLinkDialog {...made} onClose={() => setMade(undefined)} />}
      {signIn.dialog}
    </Card>
  )
}

interface ColumnOptions {
  readonly isOwner: boolean
  /** Left out where the server sends no mails. */
  readonly onMail?: (invitation: Invitation) => void
  readonly onLink: (invitation: Invitation) => void
  readonly onRevoke: (invitation: Invitation) => void
}

function columnsFor({ isOwner, onMail, onLink, onRevoke }: ColumnOptions): readonly Column<Invitation>[] {
  const columns: readonly Column<Invitation>[] = [
    {
      id: 'email',
      title: membersTexts.email,
      cell: ({ email }) => (
        <bdi title={email} className="block max-tablet:wrap-anywhere tablet:max-w-60 tablet:truncate">
          {email}
        </bdi>
      ),
    },
    {
      id: 'role',
      title: membersTexts.role,
      onCard: 'plain',
      cell: ({ role }) => <Badge>{membersTexts.roles[role]}</Badge>,
    },
    {
      id: 'expires',
      title: membersTexts.expires,
      isSecondary: true,
      onCard: 'labelled',
      cell: ({ expiresAt }) => <End at={expiresAt} />,
    },
  ]
  if (!isOwner) return columns
  return [
    ...columns,
    {
      id: 'actions',
      title: membersTexts.actions,
      onCard: 'wide',
      cell: (invitation) => (
        <span className="flex flex-wrap gap-2 tablet:py-1">
          {onMail !== undefined && (
            <Button
              size="small"
              aria-label={membersTexts.mailAgainTo(invitation.email)}
              onPress={() => onMail(invitation)}
            >
              {membersTexts.mailAgain}
            </Button>
          )}
          <Button
            size="small"
            aria-label={membersTexts.newLinkFor(invitation.email)}
            onPress={() => onLink(invitation)}
          >
            {membersTexts.newLink}
          </Button>
          <Button
            size="small"
            aria-label={membersTexts.revokeFor(invitation.email)}
            onPress={() => onRevoke(invitation)}
          >
            {membersTexts.revoke}
          </Button>
        </span>
      ),
    },
  ]
}

function End({ at }: { readonly at: number }) {
  const now = useNow(30_000)
  return now < at ? (
    <time dateTime={new Date(at).toISOString()} title={formatRelative(at, now)}>
      {formatDateTime(at)}
    </time>
  ) : (
    <Badge tone="attention">{membersTexts.isOver}</Badge>
  )
}

interface InvitationLinkDialogProps {
  readonly email: string
  readonly link: string
  readonly onClose: () => void
}

/** The link, this once. Neither Escape nor a click beside it loses what can't be shown again. */
function InvitationLinkDialog({ email, link, onClose }: InvitationLinkDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={membersTexts.linkTitle}
      width="medium"
      role="alertdialog"
      isDismissable={false}
    >
      <p className="mb-3 text-body text-ink-2">{membersTexts.linkText(email)}</p>
      <div className="overflow-hidden rounded border border-line [&_pre]:whitespace-pre-wrap [&_pre]:break-all">
        <CodeBlock label={membersTexts.link} code={link} isNarrow hasFocus />
      </div>
      <DialogActions>
        <Button onPress={onClose}>{membersTexts.handedOver}</Button>
      </DialogActions>
    </Dialog>
  )
}
