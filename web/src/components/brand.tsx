type BrandProps = {
  /** Only the mark, for narrow places. */
  isCompact?: boolean;
};

/** The mark of public/favicon.svg, in the page's colours. */
export function Brand({ isCompact = false }: BrandProps) {
  return (
    <span className="inline-flex items-center gap-2 font-semibold">
      <svg viewBox="0 0 32 32" aria-hidden className="size-5">
        <rect width="32" height="32" rx="8" className="fill-primary" />
        <path
          d="M7 23V10.5L16 18l9-7.5V23"
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="stroke-on-primary"
        />
        <circle cx="16" cy="25" r="2" className="fill-on-primary" />
      </svg>
      <span className={isCompact ? "sr-only" : ""}>Malamar</span>
    </span>
  );
}
