import { historyTexts } from '../texts/en/data-history.ts'
import { useConsoleApp } from './console-app-context.tsx'

/** How long this server keeps earlier versions of documents, and those deleted, such as `7 days`. */
export function useHistoryTime(): string {
  return historyTexts.kept(useConsoleApp().settings.historyDays)
}
