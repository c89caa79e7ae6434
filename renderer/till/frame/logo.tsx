export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <circle
        cx="16"
        cy="16"
        r="14.5"
        fill="none"
        stroke="var(--seal)"
        strokeWidth="2.5"
        strokeDasharray="3.2 1.35"
      />
      <circle cx="16" cy="16" r="11" fill="var(--seal)" />
      <path
        d="M11 16.4l3.6 3.6 6.6-7.4"
        fill="none"
        stroke="var(--ground)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
