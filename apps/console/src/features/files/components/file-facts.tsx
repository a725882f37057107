import type { FullMetadata } from 'firebase/storage'
import { filesTexts } from '../../../texts/en/files.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { formatBytes, formatDateTime, formatNumber } from '../../../texts/format.ts'
import { DetailsFacts, DetailsPart } from './details-part.tsx'

const texts = filesTexts.facts

/** What the server says about a file, none of which can be changed by hand. */
export function FileFacts({ metadata }: { readonly metadata: FullMetadata }) {
  const { fullPath, size, timeCreated, updated, md5Hash, generation, metageneration } = metadata
  return (
    <DetailsPart title={texts.title}>
      <DetailsFacts
        facts={[
          { name: texts.path, value: <Copyable label={texts.path} value={fullPath} /> },
          {
            name: texts.size,
            value: size < 1024 ? formatBytes(size) : `${formatBytes(size)} (${texts.bytes(formatNumber(size))})`,
          },
          { name: texts.created, value: formatDateTime(Date.parse(timeCreated)) },
          { name: texts.updated, value: formatDateTime(Date.parse(updated)) },
          ...(md5Hash === undefined
            ? []
            : [{ name: texts.md5, value: <Copyable label={texts.md5} value={hexOf(md5Hash)} /> }]),
          { name: texts.generation, value: <Copyable label={texts.generation} value={generation} /> },
          { name: texts.metageneration, value: metageneration },
        ]}
      />
    </DetailsPart>
  )
}

/** As `md5sum` prints it; the protocol has base64. */
function hexOf(base64: string): string {
  return Array.from(atob(base64), (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}
