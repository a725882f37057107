import type { RulesArea } from '../../../shared/rules/rules-area.ts'
import type { rulesTexts } from '../../../texts/en/rules.ts'

/** Rules to begin with. What each allows is said in the words of its id. */
export interface RulesTemplate {
  readonly id: keyof typeof rulesTexts.templates
  readonly area: RulesArea
  readonly source: string
}

/** Of documents first, the narrowest first. */
export const rulesTemplates: readonly RulesTemplate[] = [
  {
    id: 'own',
    area: 'documents',
    source: `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    // Everybody has a document under their own uid, and all below it.
    match /users/{uid}/{document=**} {
      allow read, write: if request.auth.uid == uid;
    }
  }
}
`,
  },
  {
    id: 'authored',
    area: 'documents',
    source: `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function isAuthor(data) {
      return request.auth != null && data.author == request.auth.uid;
    }

    match /posts/{post} {
      allow read: if true;
      allow create: if isAuthor(request.resource.data);
      // Nobody hands a post to somebody else.
      allow update: if isAuthor(resource.data) && isAuthor(request.resource.data);
      allow delete: if isAuthor(resource.data);
    }
  }
}
`,
  },
  {
    id: 'teams',
    area: 'documents',
    source: `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function isMember(team) {
      return request.auth != null
        && request.auth.uid in get(/databases/$(database)/documents/teams/$(team)).data.members;
    }

    match /teams/{team} {
      // Who is in the list of members reads the team; who made it says who is in it.
      allow read: if request.auth != null && request.auth.uid in resource.data.members;
      allow create: if request.auth != null
        && request.resource.data.owner == request.auth.uid
        && request.auth.uid in request.resource.data.members;
      allow update, delete: if request.auth != null && resource.data.owner == request.auth.uid;

      // With a collection before it, so that it is below the team and not the team itself.
      match /{collection}/{document=**} {
        allow read, write: if isMember(team);
      }
    }
  }
}
`,
  },
  {
    id: 'roles',
    area: 'documents',
    source: `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    // A claim of the user, set on the page Users: { "role": "editor" }
    function hasRole(role) {
      return request.auth != null && request.auth.token.get('role', '') == role;
    }

    match /{collection}/{document=**} {
      allow read: if request.auth != null;
      allow write: if hasRole('editor') || hasRole('admin');
    }
  }
}
`,
  },
  {
    id: 'ownFiles',
    area: 'files',
    source: `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /users/{uid}/{path=**} {
      allow read, delete: if request.auth.uid == uid;
      // Pictures of at most 10 MiB.
      allow create, update: if request.auth.uid == uid
        && request.resource.size < 10 * 1024 * 1024
        && request.resource.contentType.matches('image/.*');
    }
  }
}
`,
  },
  {
    id: 'publicFiles',
    area: 'files',
    source: `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /public/{uid}/{path=**} {
      allow get: if true;
      allow write: if request.auth.uid == uid
        && (request.resource == null || request.resource.size < 10 * 1024 * 1024);
    }
  }
}
`,
  },
]
