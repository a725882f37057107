import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from '../../../backend/errors/failure.ts'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { sessionTexts } from '../../../texts/en/sessions.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { formatDay } from '../../../texts/format.ts'
import { deviceName } from '../../../ui/device-name.ts'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'
import { endAllSessions, untilNow } from '../queries/change-users.ts'
import { endUserSession, useUserSessions } from '../queries/users-queries.ts'
import { SideLine, SideList } from './side-list.tsx'
import type { UserCardProps } from './user-card-props.ts'

/** Where the user is signed in; editors end sessions, one or all. */
export function UserSessionsCard({ user: { localId, validSince, disabled } }: Pick<UserCardProps, 'user'>) {
  const project = useProject()
  // What ends sessions changes one of these.
  const query = useUserSessions(localId, `${validSince} ${disabled}`)
  const [ending, setEnding] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const end = async (id: string) => {
    setEnding(id)
    setFailing(undefined)
    try {
      await endUserSession(project, localId, id)
      toast(sessionTexts.ended)
    } catch (thrown) {
      // One that is over already is what was wanted.
      if (failureOf(thrown).code !== 'not-found') setFailing(reactionTo(thrown))
    } finally {
      setEnding(undefined)
      void query.refetch()
    }
  }
  const count = query.data?.length ?? 0
  return (
    <Card
      title={usersTexts.sessions}
      {...(project.mayWrite &&
        count > 0 && {
          aside: (
            <Button variant="quiet" size="small" onPress={() => setAsking(true)}>
              {usersTexts.endAll}
            </Button>
          ),
        })}
      isFlush
    >
      {failing !== undefined && (
        <div className="p-4">
          <FailureNotice failing={failing} />
        </div>
      )}
      <QueryContent query={query} failed={usersTexts.sessionsFailed} rows={1}>
        {(sessions) =>
          sessions.length === 0 ? (
            <p className="p-4 text-table text-ink-2">{usersTexts.noSessions}</p>
          ) : (
            <SideList label={usersTexts.sessionsList}>
              {sessions.map((one) => {
                const device = (one.device === null ? undefined : deviceName(one.device)) ?? sessionTexts.unknown
                return (
                  <SideLine
                    key={one.id}
                    icon={/iPhone|Android/.test(one.device ?? '') ? <Smartphone /> : <Monitor />}
                    name={<span title={one.device ?? ''}>{device}</span>}
                    detail={formatDay(Date.parse(one.lastUsedAt), Date.now())}
                    end={
                      project.mayWrite && (
                        <Button
                          variant="quiet"
                          size="small"
                          aria-label={sessionTexts.endNamed(device)}
                          isPending={ending === one.id}
                          onPress={() => void end(one.id)}
                        >
                          {sessionTexts.end}
                        </Button>
                      )
                    }
                  />
                )
              })}
            </SideList>
          )
        }
      </QueryContent>
      <p className="border-t border-line px-4 py-2 text-table">
        <TextLink to="/projects/$project/installations" params={{ project: project.id }} search={{ uid: localId }}>
          {usersTexts.toDevices}
        </TextLink>
      </p>
      {isAsking && (
        <ConfirmDialog
          title={usersTexts.endAllTitle}
          confirm={usersTexts.endAll}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await endAllSessions(project, localId, await untilNow())
            toast(usersTexts.allEnded)
            void query.refetch()
            return true
          }}
        >
          {usersTexts.endAllText}
        </ConfirmDialog>
      )}
    </Card>
  )
}
