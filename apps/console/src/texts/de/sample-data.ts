import type { sampleDataTexts } from '../en/sample-data.ts'

export const sampleData: typeof sampleDataTexts = {
  add: 'Beispieldaten laden',
  added: (count) => `Ein kleiner Laden mit ${count} Dokumenten ist da`,
  failed: 'Es wurden keine Beispieldaten hinzugefügt.',
  notice: 'Dieses Projekt enthält Beispieldaten, damit es etwas zu sehen gibt.',
  remove: 'Beispieldaten entfernen',
  removed: (count) => (count === 1 ? '1 Beispieldokument entfernt' : `${count} Beispieldokumente entfernt`),
  failedRemoval: 'Die Beispieldaten sind noch da.',
}
