// What the JS SDK in a page of another site and the frame of an app say to each other.

/** The page around it says; `ticket` is empty where nobody is signed in. */
export type ToFrame =
  | { tessera: 'embed'; kind: 'open'; path: string; ticket: string }
  | { tessera: 'embed'; kind: 'go'; path: string }
  | { tessera: 'embed'; kind: 'ticket'; ticket: string }
  /** Nobody is signed in anew. */
  | { tessera: 'embed'; kind: 'stay' }

/** The frame says. */
export type FromFrame =
  | { tessera: 'embed'; kind: 'waiting' }
  | { tessera: 'embed'; kind: 'at'; path: string; replace: boolean }
  | { tessera: 'embed'; kind: 'drawn'; title: string }
  | { tessera: 'embed'; kind: 'height'; height: number }
  | { tessera: 'embed'; kind: 'signedOut' }
