import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { type DraftPlace, listOtherDrafts } from '../draft/kept-draft.ts'

/** Of those that take the room. */
const namedMax = 5

/** This browser has no room for a draft: what is to be done, and which drafts take it, each with the way to it. */
export function UnkeptDraftNotice({ place }: { readonly place: DraftPlace }) {
  const others = listOtherDrafts(place)
  return (
    <Notice tone="attention" isAnnounced>
      <p>{rulesTexts.noRoom}</p>
      {others.length > 0 && (
        <>
          <p className="mt-1">{rulesTexts.roomTaken}</p>
          <ul className="list-disc pl-5 leading-6 wrap-anywhere touch:leading-10">
            {others.slice(0, namedMax).map(({ project, area, database }) => (
              <li key={`${area}/${database}.${project}`}>
                <TextLink
                  to="/projects/$project/rules"
                  params={{ project }}
                  search={area === 'files' ? { area } : databaseSearch(database)}
                >
                  {rulesTexts.draftIn(
                    project,
                    rulesTexts[area],
                    area === 'documents' && database !== defaultDatabase ? database : undefined,
                  )}
                </TextLink>
              </li>
            ))}
            {others.length > namedMax && <li>{rulesTexts.moreDrafts(others.length - namedMax)}</li>}
          </ul>
        </>
      )}
    </Notice>
  )
}
