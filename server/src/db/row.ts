import type { Database } from "bun:sqlite";

/** How the values of a column are stored. */
type Kind = "text" | "integer" | "real" | "flag" | "json";
type KindOf<Value> = [Value] extends [string]
  ? "text"
  : [Value] extends [number]
    ? "integer" | "real"
    : [Value] extends [boolean]
      ? "flag"
      : "json";
type ColumnKind<Value> = null extends Value
  ? `${KindOf<NonNullable<Value>>} or null`
  : KindOf<Value>;

type StoredValue<Value> = Value extends string | number | null
  ? Value
  : Value extends boolean
    ? 0 | 1
    : string;

/** A row as SQLite has it: flags are 0 and 1, compound values are JSON. */
export type Stored<Row> = { [Name in keyof Row]: StoredValue<Row[Name]> };

/** What is known about each column. Creating a row requires those without a default. */
type Columns<Row, Facts> = {
  [Name in keyof Row]: { is: ColumnKind<Row[Name]>; default?: Row[Name] } & Facts;
};

type NamesWith<Described, Fact> = {
  [Name in keyof Described]: Described[Name] extends Fact ? Name : never;
}[keyof Described];

/** Some columns of a row. Two of them are the same type only if they have the same columns. */
export interface Selection<Row, Name extends keyof Row> {
  columns: readonly Name[];
  /** "a, b", or "t.a, t.b" for the table that the statement calls t. */
  list(as?: string): string;
  /** Writes them to the row with that id, each bound by its name. */
  updateSql: string;
  /** Changes the stored row itself: a copy of ten thousand would double them. */
  decode<From extends Stored<Pick<Row, Name>>>(stored: From): Omit<From, Name> & Pick<Row, Name>;
  /** As they are bound to a statement, together with other values. */
  encode<From extends Pick<Row, Name>>(row: From): Omit<From, Name> & Stored<Pick<From, Name>>;
  /** These fields of a row, and no others. */
  pick(row: Pick<Row, Name>): Pick<Row, Name>;
}

interface WithDefaults<Row, Name extends keyof Row, Defaulted extends keyof Row> extends Selection<
  Row,
  Name
> {
  defaults: Pick<Row, Defaulted>;
}

/** What is required to make a row. */
type Given<Row, Defaulted extends keyof Row> = Omit<Row, Defaulted> & Partial<Pick<Row, Defaulted>>;

/**
 * The one description of a noun's row: each column with how it is stored, its default, and further
 * facts about it (`Facts`). Everything that reads, writes, shows and exports the row derives from
 * it, so a column that is not described does not compile.
 */
export function describeRow<Row extends object, Facts extends object = object>() {
  type Name = keyof Row & string;

  return <const Described extends Record<string, AnyColumn>>(
    table: string,
    // Every column of the row, and no other.
    described: Described & Columns<Row, Facts> & Record<Exclude<keyof Described, keyof Row>, never>,
  ) => {
    type Defaulted = NamesWith<Described, { default: unknown }> & Name;
    type Where<Fact extends keyof Facts, Value> = NamesWith<Described, Record<Fact, Value>> & Name;

    // Object.keys forgets the names.
    const names = Object.keys(described) as Name[];
    const columns: Record<Name, AnyColumn> = described;

    function select<Some extends Name>(
      some: readonly Some[],
    ): WithDefaults<Row, Some, Some & Defaulted> {
      const decoders = codersOf(some, columns, "decode");
      const encoders = codersOf(some, columns, "encode");
      const changes = some.filter((name) => name !== "id");
      return {
        columns: some,
        list: (as) => some.map((name) => nameIn(as, name)).join(", "),
        updateSql: `UPDATE ${table} SET ${changes.map((name) => `${quoted(name)} = $${name}`).join(", ")} WHERE id = $id`,
        decode: (stored) => recode(stored, decoders),
        encode: (row) => recode({ ...row }, encoders),
        // The names of the selection are those of the type.
        pick: (row) => Object.fromEntries(some.map((name) => [name, row[name]])) as Pick<Row, Some>,
        defaults: Object.fromEntries(
          some.flatMap((name) =>
            "default" in columns[name] ? [[name, columns[name].default]] : [],
          ),
        ) as Pick<Row, Some & Defaulted>,
      };
    }

    const whole = select(names);
    const insertSql = `INSERT INTO ${table} (${whole.list()}) VALUES (${names.map((name) => `$${name}`).join(", ")})`;
    // For a generic row the compiler cannot know that only its columns come out.
    const encode = (row: Row) => whole.encode(row) as unknown as Bindings;

    /** A whole row, its fields in the order of the columns. */
    function create(given: Given<Row, Defaulted>): Row {
      // Together they are a row, which Omit and Partial cannot express for a generic row.
      return whole.pick({ ...whole.defaults, ...given } as unknown as Row) as Row;
    }

    return {
      ...whole,
      table,
      described,
      insertSql,
      encode,
      create,

      /** Adds a row and returns all of it: missing values have their default. */
      inserter(db: Database) {
        const insert = db.prepare<unknown, [Bindings]>(insertSql);
        return (given: Given<Row, Defaulted>): Row => {
          const row = create(given);
          insert.run(encode(row));
          return row;
        };
      },

      updater(db: Database) {
        const update = db.prepare<unknown, [Bindings]>(whole.updateSql);
        return (row: Row): void => void update.run(encode(row));
      },

      /** The columns with one of these facts, in this order. */
      where: <Fact extends keyof Facts & string, const Value extends Facts[Fact]>(
        fact: Fact,
        ...values: readonly Value[]
      ) =>
        select(
          values.flatMap((value) => names.filter((name) => columns[name][fact] === value)) as Where<
            Fact,
            Value
          >[],
        ),

      only: <Some extends Name>(...some: readonly Some[]) => select(some),
    };
  };
}

/** Values by the names of their columns. */
type Bindings = Record<string, string | number | null>;

type AnyColumn = { is: Kind | `${Kind} or null`; [fact: string]: unknown };

type Coder = (value: unknown) => unknown;

/** Columns that are stored unchanged need no conversion. */
const CODERS: Readonly<Partial<Record<Kind, { encode: Coder; decode: Coder }>>> = {
  flag: { encode: (value) => (value ? 1 : 0), decode: (stored) => stored === 1 },
  // The stored value was written by the same description.
  json: { encode: JSON.stringify, decode: (stored) => JSON.parse(stored as string) as unknown },
};

function codersOf<Name extends string>(
  names: readonly Name[],
  columns: Readonly<Record<Name, AnyColumn>>,
  direction: "encode" | "decode",
): readonly (readonly [name: string, Coder])[] {
  return names.flatMap((name) => {
    const [kind, orNull] = columns[name].is.split(" ") as [Kind, string?];
    const coder = CODERS[kind]?.[direction];
    if (!coder) return [];
    return [[name, orNull ? (value: unknown) => (value === null ? null : coder(value)) : coder]];
  });
}

function recode<Row>(row: object, coders: ReturnType<typeof codersOf>): Row {
  const fields = row as Record<string, unknown>;
  for (const [name, coder] of coders) fields[name] = coder(fields[name]);
  return fields as Row;
}

/** The only column name that is also an SQL keyword. */
function quoted(name: string): string {
  return name === "order" ? `"${name}"` : name;
}

function nameIn(table: string | undefined, name: string): string {
  return table === undefined ? quoted(name) : `${table}.${quoted(name)}`;
}
