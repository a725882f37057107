import { auditTexts as texts } from '../../../../texts/en/audit.ts'
import { Copyable } from '../../../../ui/copyable.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FactList, type Fact } from '../../../../ui/fact-list.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import type { FoldedEntry } from '../../fold-sessions.ts'
import { ActorId, actorName } from './audit-actor.tsx'
import { AuditTarget } from './audit-target.tsx'

/** All that the log has of one act. */
export function AuditEntryDialog({ entry, onClose }: { readonly entry: FoldedEntry; readonly onClose: () => void }) {
  const { number, at, action, target, detail = {}, address = '', requestId = '', hash, times } = entry
  const facts: Fact[] = [
    { id: 'time', name: texts.time, value: <Moment at={at} /> },
    { id: 'action', name: texts.action, value: <code className="text-code break-all">{action}</code> },
    ...(times > 1 ? [{ id: 'times', name: texts.times, value: texts.timesWithinAnHour(times) }] : []),
    ...(target === ''
      ? []
      : [
          {
            id: 'target',
            name: texts.target,
            value: (
              <span className="break-all">
                <AuditTarget entry={entry} isWhole />
              </span>
            ),
          },
        ]),
    ...Object.entries(detail).map(([name, value]) => ({
      id: `detail-${name}`,
      name: texts.details[name] ?? name,
      value: <span className="break-words">{value}</span>,
    })),
    { id: 'actor', name: texts.actor, value: <span className="break-all">{actorName(entry)}</span> },
    ...(entry.actor.uid === undefined && entry.actor.id === undefined
      ? []
      : [
          {
            id: 'actor-id',
            name: entry.actor.uid === undefined ? texts.key : texts.uid,
            value: <ActorId actor={entry.actor} />,
          },
        ]),
    ...(address === '' ? [] : [{ id: 'address', name: texts.address, value: address }]),
    ...(requestId === ''
      ? []
      : [{ id: 'request', name: texts.requestId, value: <Copyable label={texts.requestId} value={requestId} /> }]),
    { id: 'hash', name: texts.hash, value: <Copyable label={texts.hash} value={hash} /> },
  ]
  return (
    <Dialog isOpen onClose={onClose} title={texts.entry(number)} width="medium">
      <div className="-mx-5">
        <FactList facts={facts} />
      </div>
    </Dialog>
  )
}
