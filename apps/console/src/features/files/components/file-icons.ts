import { File, FileText, Image, Music, Video } from 'lucide-react'
import type { PreviewKind } from '../preview-kind.ts'

/** What a file is, at a glance. */
export const kindIcons: Readonly<Record<PreviewKind, typeof File>> = {
  image: Image,
  video: Video,
  audio: Music,
  pdf: FileText,
  text: FileText,
  none: File,
}
