import { File, FileText, Folder, Library, Shield, UserRound, type LucideIcon } from 'lucide-react'
import type { Finding } from '../../../../shared/palette/finding.ts'

export const findingIcons: Readonly<Record<Finding['kind'], LucideIcon>> = {
  collection: Library,
  document: FileText,
  file: File,
  folder: Folder,
  rules: Shield,
  user: UserRound,
}
