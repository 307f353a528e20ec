// Topics of the bus that more than one room speaks of.

/** Which environment of which app changed: a release was published, or its variables were. */
export const RELEASE_TOPIC = 'release'
