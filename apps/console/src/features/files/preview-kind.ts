export type PreviewKind = 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'none'

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
const videos = new Set(['video/mp4', 'video/webm'])
const audios = new Set(['audio/mpeg', 'audio/ogg'])
/** Shown as the characters they are; nothing in them is ever interpreted. */
const texts =
  /^(text\/.+|application\/(json|xml|javascript|ecmascript|x-sh|yaml|toml|sql|x-ndjson)|image\/svg\+xml|.+\+(json|xml))$/

/** How a file of a content type may be shown without anything in it being run. Its type is what somebody said, not what it is. */
export function previewKindOf(contentType: string | undefined): PreviewKind {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (images.has(mediaType)) return 'image'
  if (videos.has(mediaType)) return 'video'
  if (audios.has(mediaType)) return 'audio'
  if (mediaType === 'application/pdf') return 'pdf'
  return texts.test(mediaType) ? 'text' : 'none'
}
