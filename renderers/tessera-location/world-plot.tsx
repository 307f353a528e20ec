// Where on the earth a place is, roughly: the equator, the meridians and a dot. Pictures of maps would have to come from elsewhere, which no page loads.
const STEPS = [-150, -120, -90, -60, -30, 30, 60, 90, 120, 150]

export function WorldPlot({ lat, lng }: { lat: number; lng: number }) {
  return (
    // What it shows is said in words beside it.
    <svg className="tes-location__plot" viewBox="-182 -92 364 184" aria-hidden="true">
      <rect x="-180" y="-90" width="360" height="180" rx="8" />
      {STEPS.map(at => (
        <path key={at} d={Math.abs(at) < 90 ? `M${at},-90V90M-180,${at}H180` : `M${at},-90V90`} />
      ))}
      <path className="is-zero" d="M0,-90V90M-180,0H180" />
      <circle cx={lng} cy={-lat} r="9" />
    </svg>
  )
}
