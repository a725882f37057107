import type { RulesTestCase, ServiceName } from '@hearth/rules'

/** What rules protect. Each has a source and a release of its own. */
export type RulesArea = 'documents' | 'files'

export const rulesAreas: readonly RulesArea[] = ['documents', 'files']

/** What a test case is about. */
export function areaOf({ request }: RulesTestCase): RulesArea {
  return request.path.startsWith('/b/') ? 'files' : 'documents'
}

/** The database whose documents a test case is about; undefined for one about files. */
export function databaseOf({ request }: RulesTestCase): string | undefined {
  return /^\/databases\/([^/]+)\/documents\//.exec(request.path)?.[1]
}

export const serviceOf: Readonly<Record<RulesArea, ServiceName>> = {
  documents: 'cloud.firestore',
  files: 'firebase.storage',
}

export const fileNameOf: Readonly<Record<RulesArea, string>> = {
  documents: 'firestore.rules',
  files: 'storage.rules',
}

/** What the editor begins with where nothing was published: rules that grant nothing. */
export const firstSource: Readonly<Record<RulesArea, string>> = {
  documents: `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{document=**} {
      allow read, write: if false;
    }
  }
}
`,
  files: `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /{path=**} {
      allow read, write: if false;
    }
  }
}
`,
}
