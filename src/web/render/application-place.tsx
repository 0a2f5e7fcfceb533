/** Where the application appears: a ring until its script is there, like the one that replaces it. */
export function ApplicationPlace() {
  return (
    <>
      <div id="root">
        <svg
          className="first-ring"
          fill="none"
          width="64"
          height="64"
          viewBox="0 0 48 48"
          role="img"
          aria-label="Loading"
        >
          <circle cx="24" cy="24" r="20" />
          <circle cx="24" cy="24" r="20" pathLength="100" />
        </svg>
      </div>
      <noscript>
        <p className="no-script">
          Signing in and the admin area need JavaScript. Please turn it on and reload the page.
        </p>
      </noscript>
    </>
  );
}
