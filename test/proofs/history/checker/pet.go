package main

import "slices"

type life int8

const (
	unborn life = iota
	alive
	gone
)

// petState is a pet with its orders, which change with it: the state of one partition.
type petState struct {
	id   int64
	life life
	// Who created it, with which key, and the first answer, which repetitions get too.
	owner string
	key   string
	first Pet
	// Unknown until somebody was told.
	firstTag  string
	unchanged bool

	pet Pet
	tag tag
	// The order that holds it: a place in orders, or none.
	holder int
	orders []orderState
	ended  bool
}

func newPet(id int64) petState {
	return petState{id: id, holder: none}
}

func (s petState) equal(other petState) bool {
	// Which tags clients were told follows from the operations that came before.
	return s.life == other.life && s.owner == other.owner && s.key == other.key && s.first == other.first &&
		s.firstTag == other.firstTag && s.unchanged == other.unchanged && s.pet == other.pet &&
		s.tag.now == other.tag.now && s.holder == other.holder && s.ended == other.ended &&
		slices.Equal(s.orders, other.orders)
}

// step says whether an operation can happen now and be answered as it was, and gives the state after it.
func (s petState) step(op *Operation) (bool, petState) {
	switch op.Op {
	case "createPet":
		return s.create(op)
	case "getPet":
		return s.get(op)
	case "petsByIds":
		return s.find(op)
	case "updatePet":
		return s.update(op)
	case "deletePet":
		return s.remove(op)
	case "placeOrder":
		return s.place(op)
	case "getOrder":
		return s.getOrder(op)
	case "completeOrder":
		return s.closeOrder(op, "completed", "sold")
	case "cancelOrder":
		return s.closeOrder(op, "cancelled", "available")
	default:
		// The end, after which nothing is observed.
		s.ended = true
		return true, s
	}
}

func (s petState) create(op *Operation) (bool, petState) {
	if s.life != unborn {
		return s.createAgain(op)
	}
	s.life, s.owner, s.key, s.unchanged = alive, op.Account, op.Key, true
	s.pet = Pet{s.id, valueOr(op.Body.Name, ""), valueOr(op.Body.CategoryID, 0), valueOr(op.Body.Status, "available")}
	s.first = s.pet
	if op.Answer != nil && op.Answer.Replayed {
		return false, s
	}
	return s.showPet(op, 201)
}

func (s petState) createAgain(op *Operation) (bool, petState) {
	if op.Answer == nil {
		return s.ended, s
	}
	if op.Key == "" || op.Key != s.key || op.Account != s.owner {
		return false, s
	}
	answer := op.Answer
	if answer.Status != 201 || !answer.Replayed || answer.Pet == nil || *answer.Pet != s.first {
		return false, s
	}
	if s.firstTag != unknown {
		return answer.ETag == s.firstTag, s
	}
	if s.unchanged {
		return s.showTag(answer.ETag)
	}
	ok, before := tag{unknown, s.tag.seen}.observed(answer.ETag)
	s.tag.seen, s.firstTag = before.seen, answer.ETag
	return ok, s
}

func (s petState) get(op *Operation) (bool, petState) {
	if s.life != alive {
		return s.refuse(op, 404)
	}
	return s.showPet(op, 200)
}

func (s petState) find(op *Operation) (bool, petState) {
	if op.Answer == nil || op.Answer.Status != 200 {
		return op.Answer == nil && s.ended, s
	}
	at := slices.IndexFunc(op.Answer.Pets, func(pet Pet) bool { return pet.ID == s.id })
	if at == none {
		return s.life != alive, s
	}
	shown := s.life == alive && op.Answer.Pets[at] == s.pet
	if !shown || len(op.Pets) > 1 {
		return shown, s
	}
	return s.showTag(op.Answer.ETag)
}

func (s petState) update(op *Operation) (bool, petState) {
	if status := s.refusal(op); status != 0 {
		return s.refuse(op, status)
	}
	body := op.Body
	if s.holder != none && body.Status != nil && *body.Status != s.pet.Status {
		return s.refuse(op, 409)
	}
	if body != (Body{}) {
		s = s.changed()
		s.pet.Name = valueOr(body.Name, s.pet.Name)
		s.pet.CategoryID = valueOr(body.CategoryID, s.pet.CategoryID)
		s.pet.Status = valueOr(body.Status, s.pet.Status)
	}
	return s.showPet(op, 200)
}

func (s petState) remove(op *Operation) (bool, petState) {
	if status := s.refusal(op); status != 0 {
		return s.refuse(op, status)
	}
	if s.holder != none {
		return s.refuse(op, 409)
	}
	s = s.changed()
	s.life, s.pet = gone, Pet{}
	return op.Answer == nil || op.Answer.Status == 204, s
}

// refusal gives the status of those who may not change it; 0 for others.
func (s petState) refusal(op *Operation) int {
	switch {
	case s.life != alive:
		return 404
	case s.owner != op.Account:
		return 403
	case !s.tag.matches(op):
		return 412
	}
	return 0
}

// refuse is the step of a request that changes nothing. Without an answer it may as well come last, which
// leaves less to try.
func (s petState) refuse(op *Operation, status int) (bool, petState) {
	if op.Answer == nil {
		return s.ended, s
	}
	return op.Answer.Status == status, s
}

func (s petState) changed() petState {
	s.tag, s.unchanged = tag{unknown, s.tag.seen}, false
	return s
}

func (s petState) showPet(op *Operation, status int) (bool, petState) {
	answer := op.Answer
	if answer == nil {
		return true, s
	}
	if answer.Status != status || answer.Pet == nil || *answer.Pet != s.pet {
		return false, s
	}
	return s.showTag(answer.ETag)
}

func (s petState) showTag(text string) (bool, petState) {
	ok, shown := s.tag.observed(text)
	s.tag = shown
	if s.unchanged {
		s.firstTag = shown.now
	}
	return ok, s
}

func valueOr[T any](value *T, otherwise T) T {
	if value == nil {
		return otherwise
	}
	return *value
}
