/** The logo: a porthole that reads as a G, with a flame inside and the pass as its bar. Decorative, because the name is beside it. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 512 512" aria-hidden="true">
      <rect width="512" height="512" rx="112" fill="#0B1738" />
      <MarkShapes />
    </svg>
  );
}

export function MarkShapes() {
  return (
    <>
      <path d="M370 143A160 160 0 1 0 416 256" fill="none" stroke="#F3F7FF" strokeWidth="54" strokeLinecap="round" />
      <path d="M416 256H358" fill="none" stroke="#45B2FF" strokeWidth="56" strokeLinecap="round" />
      <path
        fill="#FFB547"
        d="M240 150c11 50 64 66 64 126a65 65 0 0 1-130 0c0-28 13-45 26-58 3 19 10 28 21 30-6-37 0-68 19-98z"
      />
    </>
  );
}
