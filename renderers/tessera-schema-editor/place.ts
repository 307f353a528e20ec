// The app that is being designed, as the canvas knows it. amis keeps the first env that it gets under a name and hands it to every editor after, so what
// differs from app to app is asked for here each time.

export interface Place {
  /** Where the rows of the app's models are; empty outside of apps. */
  dataApi: string
}

const NOWHERE: Place = { dataApi: '' }
let place = NOWHERE

export const enterPlace = (here: Partial<Place> = {}) => void (place = { ...NOWHERE, ...here })
export const placeNow = (): Place => place
