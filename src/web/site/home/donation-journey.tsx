import { centsToDecimal, formatCents } from '#core/platform/money.ts';
import classes from '#web/site/home/donation-journey.module.css';

/**
 * A drawing of a donation's path: the donation, its cause, the person it reaches, and the receipt that comes
 * back. The dots are the cents.
 */
export function DonationJourney() {
  return (
    <svg
      className={classes.picture}
      viewBox="0 0 600 592"
      role="img"
      aria-labelledby="donation-journey"
    >
      <title id="donation-journey">
        {`The path of a donation: you give ${formatCents(2_500)} to a cause you choose, the money reaches a person in need, and a receipt for every cent comes back to you.`}
      </title>

      <path className={classes.back} d="M48 372C2 322 2 252 42 204" />
      <path className={classes.arrow} d="m22 210 21-8 5 22" />
      <path
        className={classes.cents}
        d="M237 130c42-34 84 26 126-4M553 200c44 48 44 120 2 168M361 424c-42 34-84-26-126 4"
      />

      {/* The donation: an envelope that a coin slips into. */}
      <g transform="translate(128 140)">
        <Plate />
        <circle className={classes.coin} cx="0" cy="-20" r="25" />
        <path className={classes.coinMark} d="M8.500-26.500a11 11 0 1 0 0 13M0-37v5M0-8v5" />
        <path className={classes.paper} d="M-46-4 0 26l46-30v50a5 5 0 0 1-5 5h-82a5 5 0 0 1-5-5Z" />
        <path className={classes.line} d="m-44 48 32-30m56 30L12 18" />
        <Caption figure={formatCents(2_500)} text="Your donation" />
      </g>

      {/* The cause: something that grows. */}
      <g transform="translate(468 140)">
        <Plate />
        <path className={classes.leaf} d="M0 2c-34 2-46-20-44-42C-16-40 0-26 0 2Z" />
        <path className={classes.leafLight} d="M2-14c2-32 26-42 46-38C48-24 32-10 2-14Z" />
        <path className={classes.line} d="M0 48V0m0 0c-4-14-14-24-28-28M1-13c8-12 18-20 30-26" />
        <path className={classes.line} d="M-38 50c12-8 64-8 76 0" />
        <Caption figure="Winter coats" text="Your cause" />
      </g>

      {/* The person, in a doorway with the light on. */}
      <g transform="translate(468 432)">
        <Plate />
        <path className={classes.paper} d="M-38 50v-62a38 38 0 0 1 76 0v62Z" />
        <circle className={classes.head} cx="0" cy="-10" r="13" />
        <path className={classes.body} d="M-24 50c0-28 6-42 24-42s24 14 24 42Z" />
        <path
          className={classes.heart}
          d="M0 36c-9-6-11-10-9-14 2-4 7-4 9 0 2-4 7-4 9 0 2 4 0 8-9 14Z"
        />
        <path className={classes.line} d="M-54 50H54" />
        <Caption figure="A warm winter" text="A person" />
      </g>

      {/* The receipt, which adds up to the donation. */}
      <g transform="translate(128 432)">
        <Plate />
        <path
          className={classes.paper}
          d="M-50-56H50V52l-12.500-9L25 52l-12.500-9L0 52l-12.500-9L-25 52l-12.500-9L-50 52Z"
        />
        <g className={classes.figures}>
          <text x="40" y="-34">
            {centsToDecimal(1_840)}
          </text>
          <text x="40" y="-14">
            {centsToDecimal(660)}
          </text>
          <text className={classes.total} x="40" y="16">
            {centsToDecimal(2_500)}
          </text>
        </g>
        <path className={classes.line} d="M-40-39h26M-40-19h18M-40-5h80" />
        <path className={classes.tick} d="m-40 10 6 6 11-13" />
        <Caption figure="Every cent" text="The receipt" />
      </g>
    </svg>
  );
}

/** The round plate under each station, as if printed slightly out of register. */
function Plate() {
  return (
    <>
      <circle className={classes.plate} r="88" />
      <circle className={classes.ring} cx="5" cy="-4" r="88" />
    </>
  );
}

function Caption({ figure, text }: { figure: string; text: string }) {
  return (
    <>
      <text className={classes.caption} y="120">
        {text}
      </text>
      <text className={classes.figure} y="148">
        {figure}
      </text>
    </>
  );
}
