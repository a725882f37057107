import type { Firestore } from 'firebase/firestore'
import { useState } from 'react'
import type { ProjectDatabase } from '../../../databases/project-database.ts'
import { messageOf } from '../../../errors/reaction.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ValueText } from '../components/value-text.tsx'
import { ChangedMeanwhile, saveChanges } from '../queries/save-changes.ts'
import { formatPath, keyOf } from '../tree-rows.ts'
import { forgetChanges, type KeptChanges, useOverwritten } from './kept-changes.ts'

/** Changes made offline that took the place of somebody else's: both sides, and the choice between them. */
export function OverwrittenNotices({
  database,
  firestore,
}: {
  readonly database: ProjectDatabase
  readonly firestore: Firestore
}) {
  const overwritten = useOverwritten(database)
  if (overwritten.length === 0) return null
  return (
    <div className="grid gap-2 px-4 pb-2 tablet:px-5">
      {overwritten.map((one) => (
        <OverwrittenNotice key={one.key} overwritten={one} database={database} firestore={firestore} />
      ))}
    </div>
  )
}

function OverwrittenNotice({
  overwritten: { key, path, changes },
  database,
  firestore,
}: {
  readonly overwritten: KeptChanges
  readonly database: ProjectDatabase
  readonly firestore: Firestore
}) {
  const [isTaking, setTaking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const takeTheirs = async (): Promise<void> => {
    setTaking(true)
    try {
      await saveChanges({ database, firestore, path, isThere: true }, changes, (thrown) =>
        setProblem(messageOf(thrown)),
      )
      forgetChanges(key)
    } catch (thrown) {
      setProblem(thrown instanceof ChangedMeanwhile ? dataTexts.changedMeanwhile : messageOf(thrown))
      setTaking(false)
    }
  }
  return (
    <Notice
      tone="attention"
      isAnnounced
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="small" aria-label={dataTexts.keepMineOf(path)} onPress={() => forgetChanges(key)}>
            {dataTexts.keepMine}
          </Button>
          <Button
            size="small"
            aria-label={dataTexts.takeTheirsOf(path)}
            isPending={isTaking}
            onPress={() => void takeTheirs()}
          >
            {dataTexts.takeTheirs}
          </Button>
        </span>
      }
    >
      <p>{dataTexts.overwritten(path)}</p>
      {changes.map(({ path: field, was, value }) => (
        <dl key={keyOf(field)} className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <dt className="text-ink-2">{dataTexts.mine}</dt>
          <dd className="font-mono text-code break-words">
            <bdi>{formatPath(field)}</bdi>: <ValueText value={was} />
          </dd>
          <dt className="text-ink-2">{dataTexts.theirs}</dt>
          <dd className="font-mono text-code break-words">
            <bdi>{formatPath(field)}</bdi>: <ValueText value={value} />
          </dd>
        </dl>
      ))}
      {problem !== undefined && <p className="mt-2 text-crimson">{problem}</p>}
    </Notice>
  )
}
