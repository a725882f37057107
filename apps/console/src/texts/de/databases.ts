import type { databasesTexts } from '../en/databases.ts'

export const databases: typeof databasesTexts = {
  title: 'Datenbanken',
  switch: (id) => `Datenbank ${id}. Zu einer anderen wechseln`,
  manage: 'Alle Datenbanken',
  failed: 'Die Datenbanken ließen sich nicht auflisten.',
  more: (count) => `Und ${count} weitere. Zu jeder führt die Adresse, etwa mit ?database=orders.`,
  help: 'Jede Datenbank hat ihre eigenen Dokumente, Regeln und Indizes. Eine App öffnet sie mit ihrem Namen, etwa mit getFirestore(app, "orders"), die Standarddatenbank ohne.',
  ownersOnly: 'Eigentümer des Projekts erstellen und löschen Datenbanken.',
  protected: 'Geschützt',
  protect: (id) => `${id} vor dem Löschen schützen`,
  unprotect: (id) => `Das Löschen von ${id} zulassen`,
  madeAt: 'erstellt',
  create: 'Datenbank erstellen',
  newId: 'ID der neuen Datenbank',
  newHelp:
    'Es muss sie geben, bevor eine App in sie schreibt. Bis sie eigene Regeln hat, ist sie für Apps geschlossen, was auch immer die Regeln der anderen sagen.',
  newHelpInDev:
    'Unter „hearth dev“ entsteht eine Datenbank auch, sobald eine App zum ersten Mal nach ihr fragt. Sie richtet sich nie nach den Regeln einer anderen: Ohne eigene ist sie geschlossen, sobald die Standarddatenbank Regeln hat.',
  badId:
    'Eine ID hat 4 bis 63 Kleinbuchstaben, Ziffern und Bindestriche, beginnt mit einem Buchstaben, endet mit einem Buchstaben oder einer Ziffer und sieht nicht wie eine UUID aus.',
  taken: 'Eine Datenbank mit dieser ID gibt es schon, oder sie wird noch gelöscht.',
  created: (id) => `${id} erstellt`,
  delete: (id) => `${id} löschen`,
  deleteTitle: (id) => `Die Datenbank ${id} löschen?`,
  deleteText:
    'Alle ihre Dokumente und Indizes gehen verloren, mit ihrem Verlauf. Apps, die sie verwenden, bekommen ab jetzt „nicht gefunden“. Regeln, die für diese ID veröffentlicht wurden, bleiben und gelten wieder, wenn eine Datenbank derselben ID erstellt wird. Das lässt sich nicht rückgängig machen.',
  typeId: (id) => `Zum Bestätigen ${id} eingeben`,
  wrongId: (id) => `Das ist nicht ${id}.`,
  deleted: (id) => `${id} gelöscht. Die Dokumente werden im Hintergrund gelöscht.`,
  missing: (id) => `Es gibt keine Datenbank ${id}`,
  missingHelp: 'Sie wurde gelöscht, oder niemand hat sie bisher erstellt. Das können Eigentümer des Projekts.',
  missingHelpInDev:
    'Sie wurde gelöscht, oder noch keine App hat nach ihr gefragt. Sie entsteht, sobald eine es tut oder ein Eigentümer sie erstellt.',
}
