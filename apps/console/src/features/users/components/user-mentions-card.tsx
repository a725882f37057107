import { Link } from '@tanstack/react-router'
import { Table2 } from 'lucide-react'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { encodePath } from '../../../documents/data-path.ts'
import { useProject } from '../../../session/project-context.tsx'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { formatNumber } from '../../../texts/format.ts'
import { personTexts as texts } from '../../../texts/en/person.ts'
import { Card } from '../../../ui/card.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { type PlacedMention, useMentions } from '../queries/person-queries.ts'
import { SideLine, SideList } from './side-list.tsx'
import type { UserCardProps } from './user-card-props.ts'

/** Which documents name the user, by collection, each leading to them. */
export function UserMentionsCard({ user: { localId: uid } }: Pick<UserCardProps, 'user'>) {
  const query = useMentions(uid)
  return (
    <Card title={texts.mentions} isFlush>
      <QueryContent query={query} failed={texts.mentionsFailed} rows={3}>
        {({ mentions, isPartial }) => (
          <>
            {mentions.length === 0 ? (
              <p className="p-4 text-table text-ink-2">{texts.noMentions}</p>
            ) : (
              <SideList label={texts.mentions}>
                {mentions.map((mention) => (
                  <MentionLine key={keyOf(mention)} mention={mention} uid={uid} />
                ))}
              </SideList>
            )}
            {isPartial && (
              <p className="border-t border-line px-4 py-2 text-small text-ink-2">{texts.mentionsPartial}</p>
            )}
          </>
        )}
      </QueryContent>
    </Card>
  )
}

function keyOf({ database, collection, isGroup, by, field }: PlacedMention): string {
  return JSON.stringify([database, collection, isGroup, by, field])
}

function MentionLine({ mention, uid }: { readonly mention: PlacedMention; readonly uid: string }) {
  const project = useProject()
  const { database, collection, isGroup, by, field = '', count, hasMore } = mention
  const number = formatNumber(count)
  const path = by === 'id' ? `${collection}/${uid}` : collection
  return (
    <SideLine
      icon={<Table2 aria-hidden="true" />}
      name={
        isGroup ? (
          <span className="font-medium">{texts.below(collection)}</span>
        ) : (
          <Link
            to="/projects/$project/data/$"
            params={{ project: project.id, _splat: encodePath(path) }}
            search={{ ...databaseSearch(database), where: conditionOf(mention, uid) }}
            className="rounded-small font-medium hover:underline"
          >
            {collection}
          </Link>
        )
      }
      detail={
        database === defaultDatabase
          ? texts.mentionBy[by](field)
          : texts.inDatabase(texts.mentionBy[by](field), database)
      }
      end={<span className="tabular-nums">{hasMore ? texts.atLeast(number) : number}</span>}
    />
  )
}

/** What leaves those documents in; nothing where the data browser has no condition for it. */
function conditionOf({ by, field }: PlacedMention, uid: string): readonly string[] | undefined {
  if (by === 'value') return [`${field} == ${JSON.stringify(uid)}`]
  return by === 'element' ? [`${field} array-contains ${JSON.stringify(uid)}`] : undefined
}
