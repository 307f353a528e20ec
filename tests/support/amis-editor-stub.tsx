// Stands for amis' visual editor where there is no browser: it wants canvas, workers and CommonJS that jsdom does not have.
// The browser journeys use the real one.
export function Editor({ value }: { value?: { type?: string; title?: string } }) {
  return (
    <div role="region" aria-label="visual editor">
      {value?.type} {value?.title}
    </div>
  )
}
