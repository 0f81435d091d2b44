/* Goff's quantum tic-tac-toe, ruleset goff-1.0, as an engine that speaks the protocol qttt-conform/1.
 *
 *     cc -std=c11 -O2 -o goff goff.c
 *     ./goff [--error NAME]
 *     ./goff --values PAIR LAST < POSITIONS > VALUES
 *
 * Nothing but the C library is needed. A rule ID stands at the code that implements the rule, and leads to
 * spec/rules/goff.md, spec/rules/notation.md or spec/protocol.md. --error plants an error that a conformance test must
 * find. --values solves the game, also with the switches PAIR and LAST of goff-1.1: see `value_all`. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const ERRORS[] = {"foreign-collapse", "no-final-move", "eight-squares-end",
                                     "largest-ply-of-all-marks", "line-of-x-first", NULL};
static const char *planted = "";

static bool is_planted(const char *error) { return strcmp(planted, error) == 0; }

/* ---- Positions ---- */

enum { SQUARES = 9, PLIES = 9, MOST_ACTIONS = 36 };                         /* GOFF-BOARD-1 */

static const int LINES[8][3] = {                                            /* GOFF-BOARD-2 */
    {1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}};

static struct { bool mover_selects, double_win, pair_forbidden, last_draws; const char *double_score; } options;

/* Two squares, the smaller one first; or 0 and which of its squares the last mark settles on, 0 or 1: a selection. */
typedef struct { signed char first, second; } Action;

static const Action SELECTIONS[2] = {{0, 0}, {0, 1}};                       /* GOFF-COLLAPSE-1 */
static bool is_selection(Action action) { return action.first == 0; }

typedef struct {                                                            /* GOFF-STATE-1 */
    int plies;
    signed char definite[SQUARES + 1]; /* the ply of the mark on each square, or 0 */
    Action spooky[PLIES + 1];          /* the squares of the mark of each ply, or 0 and 0 */
    bool has_cycle;
} Position;

static char player(int ply) { return ply % 2 == 1 ? 'X' : 'O'; }            /* GOFF-TURN-1 */
static bool is_free(const Position *p, int square) { return p->definite[square] == 0; } /* GOFF-MOVE-2 */

static int count_free(const Position *p) {
    int count = 0;
    for (int square = 1; square <= SQUARES; square++) count += is_free(p, square);
    return count;
}

/* GOFF-GRAPH-2: the squares that are joined to a square, itself included; bit n stands for square n. */
static int component(const Position *p, int square) {
    int joined = 1 << square, before;
    do {
        before = joined;
        for (int ply = 1; ply <= p->plies; ply++) {
            int pair = 1 << p->spooky[ply].first | 1 << p->spooky[ply].second;
            if (pair & joined) joined |= pair;
        }
    } while (joined != before);
    return joined;
}

/* ---- The end ---- */

/* The number of lines that a player has (GOFF-END-1), and the player's ply (GOFF-END-3). */
typedef struct { int count, ply; } Lines;

static Lines lines_of(const Position *p, char who) {
    Lines lines = {0, 0};
    for (int i = 0; i < 8; i++) {
        int marks = 0, ply = 0;
        for (int k = 0; k < 3; k++) {
            int mark = p->definite[LINES[i][k]];
            if (mark && player(mark) == who) marks++;
            if (mark > ply) ply = mark;
        }
        if (marks < 3) continue;
        if (lines.count == 0 || ply < lines.ply) lines.ply = ply;
        lines.count++;
    }
    if (is_planted("largest-ply-of-all-marks") && lines.count > 0)
        for (int square = 1; square <= SQUARES; square++) {
            int mark = p->definite[square];
            if (mark > lines.ply && player(mark) == who) lines.ply = mark;
        }
    return lines;
}

static bool is_ended(const Position *p) {                                   /* GOFF-END-1 */
    if (p->has_cycle) return false;
    if (count_free(p) <= (options.last_draws || is_planted("eight-squares-end") ? 1 : 0)) return true; /* GOFF-LAST-1 */
    return lines_of(p, 'X').count > 0 || lines_of(p, 'O').count > 0;
}

typedef struct {
    const char *name, *rule, *scores[2]; /* GOFF-SCORE-1: the scores of the winner and of the loser */
    int gain;                            /* GOFF-SCORE-2 */
} Ending;

static const Ending DRAW = {"draw", "GOFF-END-5", {"0", "0"}, 0},
                    NARROW = {"narrow", "GOFF-END-4", {"1", "1/2"}, 10},
                    COMPLETE = {"complete", "GOFF-END-2", {"1", "0"}, 20},
                    DOUBLE = {"double", "GOFF-END-6", {"2", "0"}, 40};

typedef struct { const Ending *how; char winner; } Outcome;

static Outcome outcome(const Position *p) {
    Lines x = lines_of(p, 'X'), o = lines_of(p, 'O');
    if (x.count == 0 && o.count == 0) return (Outcome){&DRAW, 0};
    bool x_is_first = x.ply < o.ply || is_planted("line-of-x-first");
    if (x.count > 0 && o.count > 0) return (Outcome){&NARROW, x_is_first ? 'X' : 'O'};
    bool is_double = options.double_win && x.count + o.count > 1;
    return (Outcome){is_double ? &DOUBLE : &COMPLETE, x.count > 0 ? 'X' : 'O'};
}

/* ---- Actions ---- */

static bool is_final_move_due(const Position *p) {                          /* GOFF-FINAL-1 */
    return count_free(p) == 1 && !is_planted("no-final-move");
}

/* GOFF-SELECT-1, GOFF-SELECT-2, GOFF-TURN-2; 0 after the end. */
static char actor(const Position *p) {
    if (is_ended(p)) return 0;
    return player(p->has_cycle && options.mover_selects ? p->plies : p->plies + 1);
}

/* GOFF-ERROR-1: the first rule that an action breaks, or NULL. Reading admits no squares off the board and no pairs in
 * descending order. */
static const char *rule_broken(const Position *p, Action action) {
    if (is_ended(p)) return "GOFF-END-1";
    if (is_selection(action) != p->has_cycle) return "GOFF-COLLAPSE-1";
    if (p->has_cycle) return NULL;
    if (action.first < action.second && is_final_move_due(p)) return "GOFF-FINAL-1";
    if (action.first == action.second && !is_final_move_due(p)) return "GOFF-MOVE-1";
    return is_free(p, action.first) && is_free(p, action.second) ? NULL : "GOFF-MOVE-2";
}

/* GOFF-ORDER-1: the legal actions in order, and their number. */
static int list_actions(const Position *p, Action actions[MOST_ACTIONS]) {
    int count = 0;
    for (int i = 0; i < 2; i++)
        if (!rule_broken(p, SELECTIONS[i])) actions[count++] = SELECTIONS[i];
    for (int x = 1; x <= SQUARES; x++)
        for (int y = x; y <= SQUARES; y++)
            if (!rule_broken(p, (Action){x, y})) actions[count++] = (Action){x, y};
    return count;
}

/* GOFF-COLLAPSE-2, GOFF-COLLAPSE-3: a mark that settles drives all others from its square to their other squares. */
static void settle(Position *p, int ply, int square) {
    p->definite[square] = ply;
    p->spooky[ply] = (Action){0, 0};
    for (int other = 1; other <= p->plies; other++) {
        Action pair = p->spooky[other];
        if (pair.first == square) settle(p, other, pair.second);
        else if (pair.second == square) settle(p, other, pair.first);
    }
}

static Position play(const Position *before, Action action) {
    Position p = *before;
    if (is_selection(action)) {
        Action last = p.spooky[p.plies];
        settle(&p, p.plies, action.second == 0 ? last.first : last.second);
        for (int ply = 1; ply <= p.plies && is_planted("foreign-collapse"); ply++)
            if (p.spooky[ply].first) settle(&p, ply, p.spooky[ply].first);
        p.has_cycle = false;
        return p;
    }
    p.plies++;
    if (action.first == action.second) {                                    /* GOFF-FINAL-1 */
        p.definite[action.first] = p.plies;
    } else {                                                                /* GOFF-MOVE-1, GOFF-CYCLE-1 */
        p.has_cycle = component(before, action.first) >> action.second & 1;
        p.spooky[p.plies] = action;
    }
    return p;
}

/* CONFORM-PERFT-1: a selection belongs to the ply before it. */
static long count_games(const Position *p, int depth) {
    if (depth == 0 && !p->has_cycle) return 1;
    Action actions[MOST_ACTIONS];
    int count = list_actions(p, actions);
    long games = 0;
    for (int i = 0; i < count; i++) {
        Position next = play(p, actions[i]);
        games += count_games(&next, is_selection(actions[i]) ? depth : depth - 1);
    }
    return games;
}

/* ---- Values (GOFF-SCORE-2), by a search of all games ---- */

enum { READINGS = 4, MOST = 40, STORED = 6, SLOTS = 1 << 23, WANTED = 127 };

/* What a position is worth to X where the opponent selects, where the mover does, and again both with double wins. */
typedef struct { signed char of[READINGS]; } Worth;

static const Worth LOWEST = {{-MOST, -MOST, -MOST, -MOST}}, HIGHEST = {{MOST, MOST, MOST, MOST}};

/* The better of two worths for a player, in each reading. */
static Worth better(char who, Worth a, Worth b) {
    Worth larger, smaller;
    for (int i = 0; i < READINGS; i++) {
        larger.of[i] = a.of[i] > b.of[i] ? a.of[i] : b.of[i];
        smaller.of[i] = a.of[i] > b.of[i] ? b.of[i] : a.of[i];
    }
    return who == 'X' ? larger : smaller;
}

static bool is_between(Worth low, Worth high) {
    bool found = false;
    for (int i = 0; i < READINGS; i++) found |= low.of[i] < high.of[i];
    return found;
}

/* GOFF-SELECT-1, GOFF-SELECT-2: what a cycle is worth that the mover closes, from its two settlements. */
static Worth selected(char mover, Worth a, Worth b) {
    Worth by_mover = better(mover, a, b), by_opponent = better(mover == 'X' ? 'O' : 'X', a, b);
    return (Worth){{by_opponent.of[0], by_mover.of[1], by_opponent.of[2], by_mover.of[3]}};
}

/* The definite marks as they score; they are a key to what is known of them. */
static Worth worth_of_end(const Position *p) {
    static struct { uint64_t marks; Worth worth; } known[1 << 16];
    uint64_t marks;
    memcpy(&marks, p->definite + 1, sizeof marks);
    marks |= (uint64_t)p->definite[SQUARES] << 4;
    uint64_t at = marks * 0x9E3779B97F4A7C15 >> 48;
    for (int i = 0; i < READINGS && known[at].marks != marks; i++) {
        options.double_win = i >= 2;
        Outcome end = outcome(p);
        known[at].worth.of[i] = end.winner == 'O' ? -end.how->gain : end.how->gain;
    }
    known[at].marks = marks;
    return known[at].worth;
}

typedef int Squares[SQUARES + 1]; /* for each square a set of squares: bit n stands for square n */

/* The squares that are joined to each square, as `component` gives them, and those with which it closes a cycle; none
 * for a square with a definite mark. */
static void join(const Position *p, Squares joined, Squares closing) {
    for (int x = 1; x <= SQUARES; x++) joined[x] = is_free(p, x) ? 1 << x : 0;
    for (int ply = 1; ply <= p->plies; ply++) {
        int both = p->spooky[ply].first ? joined[p->spooky[ply].first] | joined[p->spooky[ply].second] : 0;
        for (int x = 1; x <= SQUARES; x++)
            if (both >> x & 1) joined[x] = both;
    }
    for (int x = 1; x <= SQUARES; x++) closing[x] = joined[x] & ~(1 << x);
    for (int ply = 1; ply <= p->plies && options.pair_forbidden; ply++) {   /* GOFF-PAIR-1 */
        closing[p->spooky[ply].first] &= ~(1 << p->spooky[ply].second);
        closing[p->spooky[ply].second] &= ~(1 << p->spooky[ply].first);
    }
}

/* What ends are worth in which the last mark is on a square of the only tree: here, and from here on each square across
 * a mark, which leaves that square for this one. */
static void settle_last(const Position *p, Position *end, int square, int from, Worth settled[]) {
    settled[square] = worth_of_end(end);
    for (int ply = 1; ply <= p->plies; ply++) {
        Action pair = p->spooky[ply];
        if (ply == from || (pair.first != square && pair.second != square)) continue;
        int other = pair.first + pair.second - square;
        end->definite[square] = ply;
        end->definite[other] = end->plies;
        settle_last(p, end, other, ply, settled);
        end->definite[other] = ply;
        end->definite[square] = end->plies;
    }
}

static Worth worth(const Position *p, Worth low, Worth high);

/* What follows when the next mark settles on each square that can close a cycle, or on the last one. */
static void settle_each(const Position *p, const Squares closing, Worth low, Worth high, Worth settled[]) {
    for (int x = 1; x <= SQUARES; x++) {
        if (!closing[x] && !(is_final_move_due(p) && is_free(p, x))) continue;
        Position after = *p;
        after.plies++;
        settle(&after, after.plies, x);
        if (after.plies == PLIES) { settle_last(p, &after, x, 0, settled); return; }
        settled[x] = worth(&after, low, high);
    }
}

/* What the best action is worth in each reading; if it is not between `low` and `high`, a worth on the same side. */
static Worth worth_by_actions(const Position *p, Worth low, Worth high) {
    Worth settled[SQUARES + 1], best = worth_of_end(p);
    if (best.of[0] != 0 || count_free(p) <= (options.last_draws ? 1 : 0)) return best; /* a line, or GOFF-LAST-1 */
    char mover = player(p->plies + 1);
    Squares joined, closing;
    bool has_action = false;
    join(p, joined, closing);
    settle_each(p, closing, low, high, settled);
    for (int x = 1; x <= SQUARES && is_final_move_due(p); x++)
        if (is_free(p, x)) return settled[x];
    for (int is_closing = 1; is_closing >= 0; is_closing--)
        for (int x = 1; x < SQUARES; x++)
            for (int y = x + 1; y <= SQUARES && is_free(p, x); y++) {
                if (!is_free(p, y) || !((is_closing ? closing[x] : ~joined[x]) >> y & 1)) continue;
                Worth found;
                if (is_closing) {
                    found = selected(mover, settled[x], settled[y]);
                } else {
                    Position after = *p;
                    after.plies++;
                    after.spooky[after.plies] = (Action){x, y};
                    found = worth(&after, low, high);
                }
                best = has_action ? better(mover, best, found) : found;
                has_action = true;
                if (mover == 'X') low = better('X', low, best);
                else high = better('O', high, best);
                if (!is_between(low, high)) return best;
            }
    return best;                                                            /* GOFF-PAIR-2: a draw without an action */
}

/* The positions of plies 0 to STORED that have been met. */
static struct { uint64_t key; Worth worth; } stored[SLOTS];
static uint64_t stored_count;

/* The place in `stored` of a position, up to the symmetries of the board and the order of a player's marks. */
static uint64_t slot_of(const Position *p) {
    static const char TURNED[] = {0, 3, 6, 9, 2, 5, 8, 1, 4, 7}, MIRRORED[] = {0, 3, 2, 1, 6, 5, 4, 9, 8, 7};
    Action marks[STORED + 1];
    memcpy(marks, p->spooky, sizeof marks);
    for (int x = 1; x <= SQUARES; x++)
        if (!is_free(p, x)) marks[p->definite[x]] = (Action){x, x};
    uint64_t key = UINT64_MAX;
    for (int image = 0; image < 8; image++) {
        const char *to = image == 4 ? MIRRORED : TURNED;
        uint64_t sorted[2] = {0, 0};
        for (int ply = 1; ply <= p->plies; ply++) {
            marks[ply] = (Action){to[marks[ply].first], to[marks[ply].second]};
            int a = marks[ply].first, b = marks[ply].second, shift = 0;
            uint64_t mark = a < b ? 16 * a + b : 16 * b + a, *of_player = &sorted[ply % 2];
            while ((*of_player >> shift & 255) > mark) shift += 8;
            uint64_t smaller = *of_player >> shift << shift;
            *of_player = smaller << 8 | mark << shift | (*of_player ^ smaller);
        }
        uint64_t found = (sorted[0] << 24 | sorted[1]) + 1;
        if (found < key) key = found;
    }
    uint64_t slot = key * 0x9E3779B97F4A7C15 >> 41;
    while (stored[slot].key && stored[slot].key != key) slot = (slot + 1) % SLOTS;
    if (!stored[slot].key) {
        stored[slot].key = key;
        stored[slot].worth.of[0] = WANTED;
        stored_count++;
    }
    return slot;
}

static Worth worth(const Position *p, Worth low, Worth high) {
    if (p->plies > STORED) return worth_by_actions(p, low, high);
    uint64_t slot = slot_of(p);
    if (stored[slot].worth.of[0] == WANTED) stored[slot].worth = worth_by_actions(p, LOWEST, HIGHEST);
    return stored[slot].worth;
}

/* Reads settled positions of plies 0 to STORED + 1: for each ply the two squares of its mark as digits, 00 where there
 * is none, then what the position is worth, or WANTED four times. Writes what each position is worth in their order, then
 * in eight bytes the number of different positions that it has met. */
static void value_all(void) {
    static struct { char squares[STORED + 1][2]; Worth worth; } *given;
    size_t count = 0, room = 0;
    do {
        room += 1 << 16;
        given = realloc(given, room * sizeof *given);
        count += fread(given + count, sizeof *given, 1 << 16, stdin);
    } while (count == room);
    for (int is_solving = 0; is_solving < 2; is_solving++)
        for (size_t n = 0; n < count; n++) {
            Position p = {0};
            while (p.plies <= STORED && given[n].squares[p.plies][0] != '0') {
                const char *squares = given[n].squares[p.plies++];
                if (squares[0] == squares[1]) p.definite[squares[0] - '0'] = p.plies;
                else p.spooky[p.plies] = (Action){squares[0] - '0', squares[1] - '0'};
            }
            if (is_solving) given[n].worth = worth(&p, LOWEST, HIGHEST);
            else if (given[n].worth.of[0] != WANTED) stored[slot_of(&p)].worth = given[n].worth;
        }
    for (size_t n = 0; n < count; n++) fwrite(&given[n].worth, sizeof(Worth), 1, stdout);
    fwrite(&stored_count, sizeof stored_count, 1, stdout);
}

/* ---- Games and positions in writing ---- */

enum { LONGEST = (1 << 20) + 2 }; /* the bytes of a line, with its end */

static const char BLANKS[] = " \t\n\r", DIGITS[] = "0123456789";
static char *tokens[LONGEST / 2]; /* of the text that is asked about */
static int token_count;

static void split(char *text) {                                             /* NOTATION-GAME-1 */
    token_count = 0;
    for (char *token = strtok(text, BLANKS); token; token = strtok(NULL, BLANKS)) tokens[token_count++] = token;
}

static const char *action_text(Action action) {
    static char text[4] = "1-1";
    if (is_selection(action)) return action.second == 0 ? "selA" : "selB";
    text[0] = (char)('0' + action.first);
    text[2] = (char)('0' + action.second);
    return text;
}

static bool is_nonzero(char c) { return c >= '1' && c <= '9'; }
static bool is_pair(const char *t) { return is_nonzero(t[0]) && t[1] == '-' && is_nonzero(t[2]) && t[3] == 0; }
static Action pair_of(const char *t) { return (Action){t[0] - '0', t[2] - '0'}; }

/* NOTATION-SELECT-1, NOTATION-MOVE-1, NOTATION-FINAL-1, GOFF-TURN-1: reads a token where a ply is due; the rule that it
 * breaks, or NULL. */
static const char *read_token(const char *token, int ply, Action *action) {
    *action = SELECTIONS[strcmp(token, "selB") == 0];
    if (strcmp(token, action_text(*action)) == 0) return NULL;
    if (strlen(token) >= 3 && strchr("sS", token[0]) && strchr("eE", token[1]) && strchr("lL", token[2]))
        return "NOTATION-SELECT-1";
    const char *dot = token + 1 + strspn(token + 1, DIGITS);
    if (!strchr("XO", token[0]) || !is_nonzero(token[1]) || *dot != '.' || !is_pair(dot + 1)) return "NOTATION-MOVE-1";
    *action = pair_of(dot + 1);
    if (action->first > action->second) return "NOTATION-MOVE-1";
    char due[24];
    snprintf(due, sizeof due, "%c%d.%s", player(ply), ply, action_text(*action));
    return strcmp(token, due) == 0 ? NULL : "GOFF-TURN-1";
}

/* NOTATION-ERROR-1: reads the whole game, then plays it; the first rule that it breaks and the number of the token, or
 * NULL. */
static const char *play_game(char *text, Position *p, int *number) {
    split(text);
    *p = (Position){0};
    for (int is_playing = 0; is_playing < 2; is_playing++) {
        int ply = 1;
        for (*number = 1; *number <= token_count; ++*number) {
            Action action;
            const char *rule = read_token(tokens[*number - 1], ply, &action);
            if (!rule && is_playing) rule = rule_broken(p, action);
            if (rule) return rule;
            if (is_playing) *p = play(p, action);
            if (!is_selection(action)) ply++;
        }
    }
    return NULL;
}

/* NOTATION-POSITION-1: the options as they are written. */
static const char *collapse_setting(void) { return options.mover_selects ? "collapse=self" : "collapse=opponent"; }
static const char *double_setting(void) { return options.double_win ? "double-win=yes" : "double-win=no"; }

/* NOTATION-STATE-1: adds a written mark to a position; false where it cannot stand. */
static bool add_mark(const char *token, Position *p) {
    int ply = p->plies + 1;
    if (p->has_cycle || token[0] != player(ply) || token[1] != '0' + ply) return false;
    bool is_definite = token[2] == '@' && is_nonzero(token[3]) && !token[4];
    if (!is_definite && (token[2] != '.' || !is_pair(token + 3))) return false;
    Action place = is_definite ? (Action){token[3] - '0', token[3] - '0'} : pair_of(token + 3);
    if (is_definite ? component(p, place.first) != 1 << place.first : place.first >= place.second) return false;
    if (!is_free(p, place.first) || !is_free(p, place.second)) return false;
    *p = play(p, place);
    return true;
}

/* NOTATION-POSITION-1, NOTATION-STATE-1: reads a written position; answers like `play_game`. */
static const char *read_position(char *text, Position *p, int *number) {
    char *colon = strchr(text, ':');
    if (colon) *colon = 0;
    split(text);
    for (*number = 1; *number <= token_count; ++*number) {
        const char *token = tokens[*number - 1];
        bool is_right = *number == 1 ? strcmp(token, "goff-1.0") == 0
                                     : strcmp(token, collapse_setting()) == 0 || strcmp(token, double_setting()) == 0;
        for (int i = 0; i < *number - 1; i++)
            if (strcmp(token, tokens[i]) == 0) is_right = false;
        if (!is_right) return "NOTATION-POSITION-1";
    }
    if (token_count == 0 || !colon) return "NOTATION-POSITION-1";
    split(colon + 1);
    if (token_count == 0) return "NOTATION-STATE-1";
    bool is_empty = strcmp(tokens[0], "-") == 0;
    *p = (Position){0};
    for (int i = 0; i < token_count; i++, ++*number)
        if (is_empty ? i > 0 : !add_mark(tokens[i], p)) return "NOTATION-STATE-1";
    return NULL;
}

/* ---- JSON: values are read where they stand; a pointer leads to the first character of one, or is NULL ---- */

enum { DEPTH = 8 }; /* the most lists and objects within each other */

static const char *skip_blanks(const char *json) { return json + strspn(json, BLANKS); }

/* The end of a value, or NULL where there is none. A number or a word is not looked at closely. */
static const char *end_of_value(const char *json, int depth) {
    if (*json == '"') {
        for (json++; *json != '"'; json++)
            if (!*json || (*json == '\\' && !*++json)) return NULL;
        return json + 1;
    }
    if (*json != '{' && *json != '[') {
        size_t length = strcspn(json, ",:[]{}\" \t\n\r");
        return length > 0 ? json + length : NULL;
    }
    bool is_object = *json == '{';
    char close = is_object ? '}' : ']';
    json = skip_blanks(json + 1);
    if (*json == close) return json + 1;
    for (;; json = skip_blanks(json + 1)) {
        if (is_object) {
            if (*json != '"' || !(json = end_of_value(json, 0)) || *(json = skip_blanks(json)) != ':') return NULL;
            json = skip_blanks(json + 1);
        }
        if (depth == 0 || !(json = end_of_value(json, depth - 1))) return NULL;
        json = skip_blanks(json);
        if (*json == close) return json + 1;
        if (*json != ',') return NULL;
    }
}

/* The items of a list, or the keys of an object: the first one, and the one after a value. NULL where there is none. */
static const char *first_item(const char *json) {
    if (*json != '{' && *json != '[') return NULL;
    json = skip_blanks(json + 1);
    return *json == '}' || *json == ']' ? NULL : json;
}

static const char *next_item(const char *value) {
    const char *json = skip_blanks(end_of_value(value, DEPTH));
    return *json == ',' ? skip_blanks(json + 1) : NULL;
}

static const char *value_of(const char *key) { return skip_blanks(skip_blanks(end_of_value(key, DEPTH)) + 1); }

/* Whether a value is a text without escapes. */
static bool is_text(const char *json, const char *text) {
    return json && *json == '"' && strncmp(json + 1, text, strlen(text)) == 0 && json[1 + strlen(text)] == '"';
}

static const char *member(const char *object, const char *name) {
    if (!object || *object != '{') return NULL;
    for (const char *key = first_item(object); key; key = next_item(value_of(key)))
        if (is_text(key, name)) return value_of(key);
    return NULL;
}

/* Copies a text without its escapes. Notation is ASCII: a question mark may stand for any other character. */
static char *decoded(const char *json) {
    static char text[LONGEST];
    char *end = text;
    unsigned code;
    for (json++; *json != '"'; json++) {
        if (*json != '\\') { *end++ = *json; continue; }
        const char *meaning = strchr("b\bf\fn\nr\rt\t", *++json);
        if (*json == 'u' && strspn(json + 1, "0123456789abcdefABCDEF") >= 4 && sscanf(json + 1, "%4x", &code) == 1) {
            *end++ = code > 0 && code < 128 ? (char)code : '?';
            json += 4;
        } else {
            *end++ = meaning ? meaning[1] : *json;
        }
    }
    *end = 0;
    return text;
}

/* Prints a piece of JSON, after a comma unless it begins or ends a list, an object or a line, or follows its name. */
static void put(const char *format, ...) {
    static bool follows = false;
    if (follows && !strchr("]}", format[0])) printf(", ");
    follows = !strchr("[{ \n", format[strlen(format) - 1]);
    va_list values;
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
}

/* ---- Fields (CONFORM-FIELD-1) ---- */

static void put_actor(const Position *p) { put(actor(p) ? "\"%c\"" : "null", actor(p)); }
static void put_collapse(const Position *p) { put(p->has_cycle ? "[\"selA\", \"selB\"]" : "null"); }

static void put_actions(const Position *p) {
    Action actions[MOST_ACTIONS];
    int count = list_actions(p, actions);
    put("[");
    for (int i = 0; i < count; i++) put("\"%s\"", action_text(actions[i]));
    put("]");
}

static void put_definite(const Position *p) {
    put("{");
    for (int x = 1; x <= SQUARES; x++)
        if (!is_free(p, x)) put("\"%d\": \"%c%d\"", x, player(p->definite[x]), p->definite[x]);
    put("}");
}

static void put_spooky(const Position *p) {
    put("[");
    for (int ply = 1; ply <= p->plies; ply++)
        if (p->spooky[ply].first) put("\"%c%d.%s\"", player(ply), ply, action_text(p->spooky[ply]));
    put("]");
}

static void put_components(const Position *p) {
    put("[");
    for (int x = 1; x <= SQUARES; x++) {
        int joined = component(p, x);
        if (joined == 1 << x || joined & ((1 << x) - 1)) continue; /* no mark, or a smaller square has come before */
        put("[");
        for (int y = x; y <= SQUARES; y++)
            if (joined >> y & 1) put("%d", y);
        put("]");
    }
    put("]");
}

static void put_player_ply(const Position *p) {
    int x = lines_of(p, 'X').ply, o = lines_of(p, 'O').ply;
    put(x ? "{\"X\": %d" : "{\"X\": null", x);
    put(o ? "\"O\": %d}" : "\"O\": null}", o);
}

static void put_outcome(const Position *p) {
    Outcome end = outcome(p);
    put(!is_ended(p) ? "null" : end.winner ? "\"%s win of %c\"" : "\"%s\"", end.how->name, end.winner);
}

static void put_outcome_rule(const Position *p) { put(is_ended(p) ? "\"%s\"" : "null", outcome(p).how->rule); }

static void put_scores(const Position *p) {
    Outcome end = outcome(p);
    const char *winner = end.how == &DOUBLE ? options.double_score : end.how->scores[0], *loser = end.how->scores[1];
    bool o_wins = end.winner == 'O';
    put(is_ended(p) ? "[\"%s\", \"%s\"]" : "null", o_wins ? loser : winner, o_wins ? winner : loser);
}

static void put_value(const Position *p) {                                  /* GOFF-SCORE-2, of an ended game */
    Outcome end = outcome(p);
    put("\"%d\"", end.winner == 'O' ? -end.how->gain : end.how->gain);
}

static void put_position(const Position *p) {                               /* NOTATION-POSITION-1, NOTATION-STATE-1 */
    int square_of[PLIES + 1] = {0};
    for (int x = 1; x <= SQUARES; x++) square_of[p->definite[x]] = x;
    put("\"goff-1.0 %s %s:%s", collapse_setting(), double_setting(), p->plies == 0 ? " -" : "");
    for (int ply = 1; ply <= p->plies; ply++) {
        if (square_of[ply]) printf(" %c%d@%d", player(ply), ply, square_of[ply]);
        if (p->spooky[ply].first) printf(" %c%d.%s", player(ply), ply, action_text(p->spooky[ply]));
    }
    printf("\"");
}

static void put_printed(const Position *p) {                                /* NOTATION-GAME-1 */
    (void)p;
    put("\"");
    for (int i = 0; i < token_count; i++) printf("%s%s", i > 0 ? " " : "", tokens[i]);
    printf("\"");
}

static const struct { const char *name; void (*put)(const Position *); } FIELDS[] = {
    {"actor", put_actor}, {"actions", put_actions}, {"collapse", put_collapse}, {"definite", put_definite},
    {"spooky", put_spooky}, {"components", put_components}, {"player_ply", put_player_ply}, {"outcome", put_outcome},
    {"outcome_rule", put_outcome_rule}, {"score_table_2", put_scores}, {"value", put_value},
    {"position", put_position}, {"printed", put_printed}, {NULL, NULL}};

/* ---- Protocol ---- */

enum { PERFT = 4 };

static void put_start(void) {                                               /* CONFORM-START-1 */
    put("{\"version\": 1, \"implementation\": {\"name\": \"goff.c\", \"language\": \"C\", \"version\": \"1.0\"}");
    put("\"rulesets\": {\"goff-1.0\": {\"options\": [\"collapse\", \"double_win\", \"double_win_score\"]");
    put("\"forms\": [\"marks\", \"position\"], \"perft\": %d, \"fields\": [", PERFT);
    for (int i = 0; FIELDS[i].name; i++) put("\"%s\"", FIELDS[i].name);
    put("]}}}\n");
}

/* GOFF-SELECT-1, GOFF-END-6: the rule that the options break, or NULL. */
static const char *read_options(const char *given) {
    const char *collapse = member(given, "collapse"), *double_win = member(given, "double_win");
    options.mover_selects = is_text(collapse, "self");
    options.double_win = double_win && *double_win == 't';
    options.double_score = is_text(member(given, "double_win_score"), "3/2") ? "3/2" : "2";
    if (collapse && !options.mover_selects && !is_text(collapse, "opponent")) return "GOFF-SELECT-1";
    return double_win && *double_win != 't' && *double_win != 'f' ? "GOFF-END-6" : NULL;
}

/* CONFORM-ASK-1: a board of definite marks need not come from a game. False if it is malformed. */
static bool read_marks(const char *marks, Position *p) {
    if (*marks != '{') return false;
    *p = (Position){0};
    for (const char *key = first_item(marks); key; key = next_item(value_of(key))) {
        const char *mark = value_of(key);
        if (!is_nonzero(key[1]) || key[2] != '"' || !is_nonzero(mark[2])) return false;
        p->definite[key[1] - '0'] = mark[2] - '0';
        if (p->plies < mark[2] - '0') p->plies = mark[2] - '0';
    }
    return true;
}

/* CONFORM-ASK-2: a value is left out before the end, because there is no search. */
static void put_answers(const char *fields, const Position *p) {
    put("\"answers\": {");
    for (const char *field = first_item(fields); field; field = next_item(field))
        for (int i = 0; FIELDS[i].name; i++) {
            if (!is_text(field, FIELDS[i].name) || (FIELDS[i].put == put_value && !is_ended(p))) continue;
            put("\"%s\": ", FIELDS[i].name);
            FIELDS[i].put(p);
        }
    put("}}\n");
}

static void put_counts(int depth, const Position *p) {                      /* CONFORM-PERFT-1 */
    put("\"counts\": [");
    for (int plies = 1; plies <= depth && plies <= PERFT; plies++) put("%ld", count_games(p, plies));
    put("]}\n");
}

/* CONFORM-ASK-1, CONFORM-ASK-2 */
static void put_answer(const char *request) {
    const char *seq = member(request, "seq"), *depth = member(request, "depth"), *fields = member(request, "fields");
    const char *game = member(request, "game"), *position = member(request, "position");
    const char *marks = member(request, "marks"), *rule = read_options(member(request, "options"));
    int token, digits = seq ? (int)strspn(seq, DIGITS) : 0;
    Position p;
    put("{\"seq\": %.*s", digits > 0 ? digits : 4, digits > 0 ? seq : "null");
    if (!is_text(member(request, "ruleset"), "goff-1.0")) { put("\"skipped\": \"another ruleset\"}\n"); return; }
    if (rule) { put("\"refused\": \"%s\"}\n", rule); return; }
    if (game && *game == '"') rule = play_game(decoded(game), &p, &token);
    else if (position && *position == '"') rule = read_position(decoded(position), &p, &token);
    else if (!marks || !read_marks(marks, &p)) { put("\"errored\": \"no position\"}\n"); return; }
    if (rule) put("\"illegal\": {\"error\": \"%s\", \"token\": %d}}\n", rule, token);
    else if (depth) put_counts(*depth - '0', &p);
    else if (fields) put_answers(fields, &p);
    else put("\"errored\": \"no fields\"}\n");
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--values") == 0) {
        options.pair_forbidden = argc == 4 && strcmp(argv[2], "forbidden") == 0;
        options.last_draws = argc == 4 && strcmp(argv[3], "draw") == 0;
        value_all();
        return 0;
    }
    for (int i = 0; argc == 3 && ERRORS[i]; i++)
        if (strcmp(argv[1], "--error") == 0 && strcmp(argv[2], ERRORS[i]) == 0) planted = ERRORS[i];
    if (argc > 1 && !*planted) {
        fprintf(stderr, "goff takes no argument, or --error and one of");
        for (int i = 0; ERRORS[i]; i++) fprintf(stderr, "%s %s", i > 0 ? "," : "", ERRORS[i]);
        fprintf(stderr, ".\n");
        return 2;
    }
    static char line[LONGEST];
    while (fgets(line, sizeof line, stdin)) {
        const char *request = skip_blanks(line), *end = end_of_value(request, DEPTH);
        if (!end || *skip_blanks(end)) request = NULL;
        const char *command = member(request, "cmd");
        if (is_text(command, "stop")) break;                                /* CONFORM-STOP-1 */
        if (is_text(command, "start")) put_start();
        else put_answer(request);
        fflush(stdout);                                                     /* CONFORM-LINE-2 */
    }
    return 0;
}
